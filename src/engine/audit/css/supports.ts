import { VISIBILITY } from './visibility-style.js';

/** Vendor prefixes of other engines, of properties and values, and a property of WebKit on phones. Pages use them to detect
 *  browsers. */
const FOREIGN = /^\s*(-(moz|ms|o|khtml|apple)-|-webkit-touch-callout\b)|:\s*-(moz|ms|o|khtml|apple)-/i;
/** Longer than any real condition. */
const MAX_CHARACTERS = 2000;

/** Whether Chromium meets a `@supports` condition. Unknown properties count as supported.
 *  @see https://drafts.csswg.org/css-conditional-5/#at-supports */
export function isSupported(condition: string): boolean {
  const text = condition.trim();
  if (text.length > MAX_CHARACTERS) return false;
  if (/^not\b/i.test(text)) return !isSupported(text.slice(3));
  const parts = partsOf(text);
  if (parts.some((part) => /^or$/i.test(part))) return parts.some((part) => part.length > 3 && isTerm(part));
  return parts.filter((part) => !/^and$/i.test(part)).every(isTerm);
}

function isTerm(part: string): boolean {
  const [, name = '', content = ''] = /^([\w-]*)\(([^]*)\)$/.exec(part) ?? [];
  if (name.toLowerCase() === 'selector') return !/:-moz-|:-ms-|::-moz-|::-ms-/i.test(content);
  if (name !== '') return true;
  if (/^\s*(\(|not\b|selector\()/i.test(content)) return isSupported(content);
  if (FOREIGN.test(content) || !content.includes(':')) return false;
  const declaration = VISIBILITY.parse(content);
  return declaration === null || VISIBILITY.setBy(...declaration).length > 0;
}

/** Groups in parentheses, each with the name before it, and the words between groups. */
function partsOf(text: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const character of text) {
    if (character === ')') depth -= 1;
    const isBetween = depth === 0 && /\s/.test(character);
    if (isBetween) parts.push('');
    else parts.push((parts.pop() ?? '') + character);
    if (character === '(') depth += 1;
    else if (character === ')' && depth === 0) parts.push('');
  }
  return parts.filter((part) => part !== '');
}
