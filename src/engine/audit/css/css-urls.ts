import { nextDelimiter, uncommented } from './scanner.js';

/** Addresses that CSS refers to. */
export interface CssUrls {
  /** Of `@import` rules. */
  readonly imports: readonly string[];
  /** In `@font-face` rules. */
  readonly fonts: readonly string[];
  /** In other declarations. */
  readonly images: readonly string[];
}

const IMPORT = /^@import\s*(?:url\(\s*)?(?:"([^"]*)"|'([^']*)'|([^\s"'();]+))/i;
/** Rules that may stand before an import. */
const BEFORE_IMPORT = /^@(charset|import|layer)\b/i;
const URL_FUNCTION = /\burl\(\s*(?:"([^"]*)"|'([^']*)'|([^\s"'()]+))\s*\)/gi;
/** An HTML comment's delimiters, which have no meaning in CSS. */
const HTML_COMMENT = /^(?:(?:<!--|-->)\s*)+/;

/** Finds the addresses in a style sheet or a `style` attribute, whether or not its rules apply.
 *  @see https://drafts.csswg.org/css-syntax-3/ */
export function cssUrls(css: string): CssUrls {
  const imports: string[] = [];
  const fonts: string[] = [];
  const images: string[] = [];
  let mayImport = true;
  let isFont = false;
  for (let start = 0; start < css.length;) {
    const end = nextDelimiter(css, start);
    const text = uncommented(css.slice(start, end)).trim().replace(HTML_COMMENT, '');
    const isBlock = css[end] === '{';
    mayImport &&= !isBlock && BEFORE_IMPORT.test(text);
    if (isBlock) isFont = /^@font-face$/i.test(text);
    else if (mayImport) imports.push(...addressesIn(IMPORT.exec(text)));
    else if (!text.startsWith('@'))
      for (const found of text.matchAll(URL_FUNCTION)) (isFont ? fonts : images).push(...addressesIn(found));
    if (css[end] === '}') isFont = false;
    start = end + 1;
  }
  return { imports, fonts, images };
}

function addressesIn(found: RegExpExecArray | null): string[] {
  const [, double, single, bare] = found ?? [];
  const address = double ?? single ?? bare ?? '';
  return address === '' ? [] : [address];
}
