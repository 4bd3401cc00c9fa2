/** Where checks of an amount draw their line. */
export interface CheckLimits {
  /** Different addresses that a page may link to. */
  readonly links: number;
  /** Words that a page must have. */
  readonly words: number;
  /** Percent of the document that must be visible text. */
  readonly text_percent: number;
  /** Size that the document may have, kB of 1000 bytes. */
  readonly page_kb: number;
  /** Files that the markup may make browsers fetch. */
  readonly files: number;
  /** Elements that may have a style attribute. */
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
