import { attribute, type Dom, type Element } from '../dom/dom.js';
import { once } from '../dom/once.js';
import { isInShadow } from '../dom/shadow-roots.js';
import { type CompiledSelector, compiledSelectors } from './selector.js';
import { resetSteps, TooManySteps } from './tree-adapter.js';

/** The element that a selector matches, if it matches no other one outside of shadow trees; null for an invalid selector,
 *  for a list, and where that takes too many steps. */
export function onlyMatch(dom: Dom, selector: string): Element | null {
  const [compiled, another] = compiledSelectors(selector, dom.mode === 'quirks');
  if (!compiled || another) return null;
  try {
    const [element, rival] = firstMatches(dom, compiled);
    return rival ? null : (element ?? null);
  } catch (error) {
    if (error instanceof TooManySteps) return null;
    throw error;
  }
}

/** At most two of them. */
function firstMatches(dom: Dom, selector: CompiledSelector): Element[] {
  const byKey = elementsByKey(dom);
  const { keys } = selector;
  const candidates = keys ? keys.flatMap((key) => byKey.get(key) ?? []) : dom.elements;
  const found: Element[] = [];
  for (const element of candidates) {
    if (isInShadow(element) || found.includes(element) || !selector.matches(element)) continue;
    found.push(element);
    if (found.length === 2) break;
  }
  return found;
}

/** Elements by the keys of selectors. All lookups in one document have one limit of steps. */
const elementsByKey = once((dom: Dom): ReadonlyMap<string, readonly Element[]> => {
  resetSteps();
  const elements = new Map<string, Element[]>();
  for (const element of dom.elements)
    for (const key of keysOf(element, dom.mode === 'quirks')) {
      const others = elements.get(key);
      if (others) others.push(element);
      else elements.set(key, [element]);
    }
  return elements;
});

function keysOf(element: Element, isQuirky: boolean): string[] {
  const id = attribute(element, 'id');
  const classes = new Set((attribute(element, 'class') ?? '').split(/[\t\n\f\r ]+/).filter(Boolean));
  const names = [...(id === undefined ? [] : [`#${id}`]), ...Array.from(classes, (name) => `.${name}`)];
  return [element.tagName.toLowerCase(), ...(isQuirky ? names.map((name) => name.toLowerCase()) : names)];
}
