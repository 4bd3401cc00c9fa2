/** Limits of checks, changed with `CHECK_LIMITS`. */
export interface CheckLimits {
  /** Maximum number of different URLs that a page links to. */
  readonly links: number;
  /** Minimum number of words. */
  readonly words: number;
  /** Minimum percentage of visible text in the document. */
  readonly text_percent: number;
  /** Maximum size of the document, in kB (1000 bytes). */
  readonly page_kb: number;
  /** Maximum number of files that the markup loads. */
  readonly files: number;
  /** Maximum number of elements with a style attribute. */
  readonly styles: number;
}

export const DEFAULT_LIMITS: CheckLimits = {
  links: 150,
  words: 300,
  text_percent: 10,
  page_kb: 330,
  files: 50,
  styles: 10,
};
