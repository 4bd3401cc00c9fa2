import { type Page } from '../page.js';
import { type Dom, elementsNamed, textContent } from './dom.js';
import { baseUrlOf } from './head.js';
import { once } from './once.js';
import { fetchable, type Resource } from './resources.js';
import { visibleBeginning } from './visible-text.js';

/** Maximum number of rules in all inline style sheets, and of characters per rule. */
const MAX_RULES = 50;
const MAX_RULE_CHARACTERS = 10_000;
/** Formats that current browsers don't support. */
const OUTDATED = /^\s*format\(\s*["']?(embedded-opentype|svg)\b/i;

/** Font files of `@font-face` rules in `style` elements: per rule with a character of the page, the first one that current
 *  browsers support.
 *  @see https://drafts.csswg.org/css-fonts/#font-face-src-parsing */
export function styleFonts(page: Page): Resource[] {
  const base = baseUrlOf(page);
  const rules = elementsNamed(page.dom, 'style').flatMap((element) =>
    fontFaces(textContent(element))
      .filter((rule) => isUsed(rule, page.dom))
      .map((rule) => ({ element, rule })),
  );
  return rules.slice(0, MAX_RULES).flatMap(({ element, rule }) => {
    const url = fetchable(supportedUrl(rule) ?? 'about:blank', base);
    return url === null ? [] : [{ kind: 'font', url, element }];
  });
}

/** Whether the page has one of the characters that a rule is for.
 *  @see https://drafts.csswg.org/css-fonts/#unicode-range-desc */
function isUsed(rule: string, dom: Dom): boolean {
  const named = /unicode-range\s{0,20}:([^;]*)/i.exec(rule)?.[1];
  if (named === undefined) return true;
  const ranges = named.split(',').flatMap((text) => rangeOf(text.trim()) ?? []);
  if (ranges.length === 0) return true;
  const codes = charactersOf(dom);
  return ranges.some(([from, to]) => (codes[firstFrom(codes, from)] ?? Infinity) <= to);
}

/** `U+26`, `U+0-7F` or `U+4??`. */
function rangeOf(text: string): [[from: number, to: number]] | null {
  const [, first, last] = /^u\+([\da-f?]{1,6})(?:-([\da-f]{1,6}))?$/i.exec(text) ?? [];
  if (first === undefined) return null;
  const end = last ?? first.replaceAll('?', 'F');
  return [[Number.parseInt(first.replaceAll('?', '0'), 16), Number.parseInt(end, 16)]];
}

/** Code points of the beginning of the visible text, each once, the least first; of a page without any, a letter. */
const charactersOf = once((dom: Dom): number[] => {
  const codes = new Set(Array.from(visibleBeginning(dom), (character) => character.codePointAt(0) ?? 0));
  return codes.size > 0 ? [...codes].sort((a, b) => a - b) : [0x41];
});

/** Index of the first of some sorted numbers that is at least `least`. */
function firstFrom(sorted: readonly number[], least: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Contents of `@font-face` rules, in order. */
function fontFaces(styles: string): string[] {
  const css = withoutComments(styles);
  const starts = [...css.matchAll(/@font-face\s{0,20}\{/gi)].slice(0, MAX_RULES);
  return starts.flatMap(({ index, 0: opening }) => {
    const rule = css.slice(index + opening.length, index + opening.length + MAX_RULE_CHARACTERS);
    const end = rule.indexOf('}');
    return end < 0 ? [] : [rule.slice(0, end)];
  });
}

/** First supported URL of the last `src`, which wins. Earlier ones are for browsers without support for lists. */
function supportedUrl(rule: string): string | undefined {
  const source = rule.split(/(?<![\w-])src\s{0,20}:/i).at(-1) ?? '';
  const [, ...candidates] = source.split(/\burl\(/i);
  for (const candidate of candidates) {
    const [, quoted, plain, rest = ''] =
      /^\s*(?:["']([^"']*)["']|([^\s"')]*))\s*\)(.{0,100})/s.exec(candidate) ?? [];
    const address = quoted ?? plain;
    if (address !== undefined && address !== '' && !OUTDATED.test(rest)) return address;
  }
  return undefined;
}

function withoutComments(css: string): string {
  const [first = '', ...others] = css.split('/*');
  return first + others.map(afterComment).join('');
}

function afterComment(text: string): string {
  const end = text.indexOf('*/');
  return end < 0 ? '' : text.slice(end + 2);
}
