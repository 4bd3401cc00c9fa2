import { attribute, type Dom, type Element, elementsNamed, textContent } from '../dom/dom.js';
import { isHiddenFromAccessibility } from '../dom/visibility.js';
import { isRegisteredLanguage } from '../languages.js';
import { sanitized } from './axe-document.js';
import { named, type RuleResult } from './rules.js';

const NOTHING: RuleResult = { judged: [], violations: [] };
const MAX_REFRESH_SECONDS = 72_000;
const MIN_SCALE = 2;

/** The document has a title, anywhere.
 *  @see https://dequeuniversity.com/rules/axe/4.10/document-title */
export function judgeTitle(dom: Dom): RuleResult {
  return judgeRoot(dom, () => {
    const [title] = elementsNamed(dom, 'title');
    return sanitized(title ? textContent(title) : '') === '';
  });
}

/** In XHTML, `xml:lang` is enough.
 *  @see https://dequeuniversity.com/rules/axe/4.10/html-has-lang */
export function judgeHasLanguage(dom: Dom): RuleResult {
  const names = dom.isXml ? ['lang', 'xml:lang'] : ['lang'];
  return judgeRoot(dom, (root) => names.every((name) => (attribute(root, name) ?? '').trim() === ''));
}

/** Only the primary subtag has to be valid; spaces around the tag and a leading hyphen are allowed.
 *  @see https://dequeuniversity.com/rules/axe/4.10/html-lang-valid */
export function judgeLanguage(dom: Dom): RuleResult {
  const root = rootOf(dom);
  const values = root ? languagesOf(root).filter((value) => value !== '') : [];
  if (values.length === 0) return NOTHING;
  return judgeRoot(dom, () => values.some((value) => value.trim() === '' || !isValid(value)));
}

/** @see https://dequeuniversity.com/rules/axe/4.10/html-xml-lang-mismatch */
export function judgeLanguageMismatch(dom: Dom): RuleResult {
  const root = rootOf(dom);
  const [lang, xmlLang] = [root && attribute(root, 'lang'), root && attribute(root, 'xml:lang')];
  if (lang === undefined || xmlLang === undefined || lang === null || xmlLang === null) return NOTHING;
  const isJudged = [lang, xmlLang].every((value) => primaryOf(value) !== '' && isValid(value));
  return isJudged ? judgeRoot(dom, () => primaryOf(lang) !== primaryOf(xmlLang)) : NOTHING;
}

/** @see https://dequeuniversity.com/rules/axe/4.10/meta-refresh */
export function judgeRefresh(dom: Dom): RuleResult {
  const judged = named(dom, 'meta').filter(
    (meta) => attribute(meta, 'http-equiv') === 'refresh' && attribute(meta, 'content') !== undefined,
  );
  const violations = judged.filter((meta) => {
    const [delay = ''] = (attribute(meta, 'content') ?? '').trim().split(/[;,\s]/);
    if (!/^[\d.]+$/.test(delay)) return false;
    const seconds = Number.parseFloat(delay);
    return !(seconds <= 0 || seconds > MAX_REFRESH_SECONDS);
  });
  return { judged, violations };
}

/** @param inAnyCase whether the name counts in any case, as in browsers; axe compares it case-sensitively
 *  @see https://dequeuniversity.com/rules/axe/4.10/meta-viewport */
export function judgeViewport(dom: Dom, inAnyCase = false): RuleResult {
  const judged = named(dom, 'meta').filter((meta) => {
    const name = attribute(meta, 'name');
    return (inAnyCase ? name?.toLowerCase() : name) === 'viewport';
  });
  return {
    judged,
    violations: judged.filter((meta) => viewportPairs(attribute(meta, 'content') ?? '').some(restrictsZoom)),
  };
}

/** Name and value pairs of a viewport's content, in order and lower case.
 *  @see https://drafts.csswg.org/css-viewport/#parsing-algorithm */
export function viewportPairs(content: string): [name: string, value: string][] {
  return content
    .toLowerCase()
    .split(/[;,]/)
    .map((item): [string, string] => {
      const [name = '', value = ''] = item.split('=').map((part) => part.trim());
      return [name, value];
    })
    .filter(([name, value]) => name !== '' && value !== '');
}

/** @see https://www.w3.org/WAI/standards-guidelines/act/rules/b4f0c3/ */
function restrictsZoom([name, value]: [string, string]): boolean {
  const number = Number.parseFloat(value);
  const isNumber = !Number.isNaN(number);
  const isDevice = value === 'device-width' || value === 'device-height';
  if (name === 'user-scalable') return isNumber ? Math.abs(number) < 1 : value !== 'yes' && !isDevice;
  if (name !== 'maximum-scale') return false;
  return isNumber ? number >= 0 && number < MIN_SCALE : !isDevice;
}

function rootOf(dom: Dom): Element | null {
  return elementsNamed(dom, 'html')[0] ?? null;
}

function judgeRoot(dom: Dom, isFaulty: (root: Element) => boolean): RuleResult {
  const root = rootOf(dom);
  if (!root || isHiddenFromAccessibility(root)) return NOTHING;
  return { judged: [root], violations: isFaulty(root) ? [root] : [] };
}

function languagesOf(root: Element): string[] {
  return [attribute(root, 'lang') ?? '', attribute(root, 'xml:lang') ?? ''];
}

function primaryOf(tag: string): string {
  return tag.trim().split('-')[0]?.toLowerCase() ?? '';
}

function isValid(tag: string): boolean {
  const primary = primaryOf(tag);
  return primary === '' || isRegisteredLanguage(primary);
}
