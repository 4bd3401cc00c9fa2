import { attribute, type Dom, type Element, type Position, type SentPositions } from './dom.js';
import { once } from './once.js';
import { positionOf, startTagOf } from './source-position.js';

/** Elements whose positions are kept; of a longer document, the first ones. */
const MAX_ELEMENTS = 10_000;
const MAX_KEY_CHARACTERS = 300;

export function positionsIn(dom: Dom): SentPositions {
  const positions = new Map<string, Position[]>();
  for (const element of dom.elements.slice(0, MAX_ELEMENTS)) {
    const tag = startTagOf(dom.source, element);
    if (!tag) continue;
    const position = positionOf(dom, tag.start);
    for (const key of keysOf(element, null)) {
      const others = positions.get(key);
      if (others) others.push(position);
      else positions.set(key, [position]);
    }
  }
  return positions;
}

/** Where an element of a rendered document stands in the one that was sent; null if scripts made it, or if that is not
 *  certain: as many elements must say the same in both documents. */
export function sentPositionOf(dom: Dom, element: Element): Position | null {
  for (const key of keysOf(element, dom.renderMark)) {
    const sent = dom.sentPositions?.get(key) ?? [];
    const rendered = elementsByKey(dom).get(key) ?? [];
    if (sent.length > 0 && sent.length === rendered.length) return sent[rendered.indexOf(element)] ?? null;
  }
  return null;
}

const elementsByKey = once((dom: Dom): ReadonlyMap<string, readonly Element[]> => {
  const elements = new Map<string, Element[]>();
  for (const element of dom.elements)
    for (const key of keysOf(element, dom.renderMark)) {
      if (!dom.sentPositions?.has(key)) continue;
      const others = elements.get(key);
      if (others) others.push(element);
      else elements.set(key, [element]);
    }
  return elements;
});

/** What an element is recognized by: its start tag, or its name and id, which scripts change less than other attributes. */
function keysOf(element: Element, renderMark: string | null): string[] {
  const attributes = element.attrs
    .filter(({ name }) => name !== renderMark)
    .map(({ name, value }) => `${name}=${value}`)
    .sort();
  const id = attribute(element, 'id');
  const tag = `${element.tagName} ${attributes.join(' ')}`.slice(0, MAX_KEY_CHARACTERS);
  return id === undefined ? [tag] : [tag, `${element.tagName}#${id}`.slice(0, MAX_KEY_CHARACTERS)];
}
