import { attribute } from '../dom/dom.js';
import { headMetasNamed } from '../dom/head.js';
import { type Page } from '../page.js';

/** Whether Lighthouse takes the first viewport of the head for one that is made for phones: it has a width other than 0 or
 *  a scale, and no scale below 1. Names are case-sensitive, and the last value of a name counts.
 *  @see https://developer.chrome.com/docs/lighthouse/pwa/viewport */
export function fitsPhones(page: Page): boolean {
  const [meta] = headMetasNamed(page, 'viewport');
  const values = viewportValues((meta && attribute(meta, 'content')) ?? '');
  const width = values.get('width');
  const scale = values.get('initial-scale');
  // What is neither a number nor a known word counts as 0.
  if (scale === null || (typeof scale === 'number' && scale < 1)) return false;
  return Boolean(width) || typeof scale === 'number';
}

const WORDS = new Set(['yes', 'no', 'device-width', 'device-height']);
const SEPARATORS = ' \n\t=';

/** Values by name, the last of each: a number, one of {@link WORDS}, or null for anything else.
 *  @see https://drafts.csswg.org/css-viewport/#parsing-algorithm */
export function viewportValues(content: string): Map<string, number | string | null> {
  const values = new Map<string, number | string | null>();
  for (const part of content.split(/[,;]/)) {
    let start = 0;
    for (;;) {
      const nameStart = skip(part, start);
      const nameEnd = endOfWord(part, nameStart);
      const equals = part.indexOf('=', nameEnd);
      if (nameStart === nameEnd || equals < 0) break;
      const valueStart = skip(part, equals);
      start = endOfWord(part, valueStart);
      if (valueStart === start) break;
      values.set(part.slice(nameStart, nameEnd), valueOf(part.slice(valueStart, start)));
    }
  }
  return values;
}

function valueOf(text: string): number | string | null {
  const number = Number.parseFloat(text);
  if (!Number.isNaN(number)) return number;
  const word = text.toLowerCase();
  return WORDS.has(word) ? word : null;
}

function skip(text: string, start: number): number {
  let end = start;
  while (end < text.length && SEPARATORS.includes(text.charAt(end))) end += 1;
  return end;
}

function endOfWord(text: string, start: number): number {
  let end = start;
  while (end < text.length && !SEPARATORS.includes(text.charAt(end))) end += 1;
  return end;
}
