import { type Page } from '../page.js';
import { elementsNamed, textContent } from './dom.js';
import { baseUrlOf } from './head.js';
import { fetchable, type Resource } from './resources.js';

/** Maximum number of rules in all inline style sheets, and of characters per rule. */
const MAX_RULES = 50;
const MAX_RULE_CHARACTERS = 10_000;
/** Formats that current browsers don't support. */
const OUTDATED = /^\s*format\(\s*["']?(embedded-opentype|svg)\b/i;

/** Font files of `@font-face` rules in `style` elements: per rule, the first one that current browsers support.
 *  @see https://drafts.csswg.org/css-fonts/#font-face-src-parsing */
export function styleFonts(page: Page): Resource[] {
  const base = baseUrlOf(page);
  const rules = elementsNamed(page.dom, 'style').flatMap((element) =>
    fontFaces(textContent(element)).map((rule) => ({ element, rule })),
  );
  return rules.slice(0, MAX_RULES).flatMap(({ element, rule }) => {
    const url = fetchable(supportedUrl(rule) ?? 'about:blank', base);
    return url === null ? [] : [{ kind: 'font', url, element }];
  });
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
