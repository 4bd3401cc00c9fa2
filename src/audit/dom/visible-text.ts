import { type Dom } from './dom.js';
import { innerText } from './inner-text.js';

const known = new WeakMap<Dom, string>();

/** Text that readers see of a document's body. */
export function visibleText(dom: Dom): string {
  const cached = known.get(dom);
  if (cached !== undefined) return cached;
  const text = dom.body ? innerText(dom.body) : '';
  known.set(dom, text);
  return text;
}
