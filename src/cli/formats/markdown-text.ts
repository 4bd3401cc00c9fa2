import { printable } from './printable.js';

/** Third-party text that Markdown shows as it is, on one line: no markup, HTML, link, mention or table cell begins in it.
 *  @see https://spec.commonmark.org/0.31.2/#backslash-escapes */
export function markdownText(text: string): string {
  return printable(text).replaceAll(/[!#$&()*+./:<=>@[\\\]^_`{|}~-]/g, String.raw`\$&`);
}
