import { attribute, type Dom, type Element, isElement, type Node } from './dom.js';
import { once } from './once.js';
import { ownParentOf, ownSiblingsOf } from './shadow-roots.js';

/** Elements with one name among which a short path is looked for; more would take too long. */
const MAX_RIVALS = 500;
/** A longer path is cut off at its beginning, and may match several elements. */
const MAX_CHARACTERS = 1000;
const SEPARATOR = ' > ';
const PLAIN_NAME = /^[a-z][a-z0-9-]{0,63}$/;
const PLAIN_ID = /^[A-Za-z][\w-]{0,63}$/;

/** One element of a path, by its name, and its number if it has siblings with the same name. */
interface Step {
  readonly text: string;
  /** Whether the step matches another element. */
  readonly matches: (other: Element) => boolean;
}

const idCounts = once(({ elements }: Dom): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const element of elements) {
    const id = attribute(element, 'id');
    if (id !== undefined) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  return counts;
});

/** The shortest path of child combinators that matches the element alone in its document, or in its shadow root: from the
 *  nearest ancestor with an id that no other element has, from an ancestor where the path is already unique, or from body. */
export function selectorOf(dom: Dom, element: Element): string {
  const steps: string[] = [];
  let characters = 0;
  const sameName = PLAIN_NAME.test(element.tagName) ? (dom.byName.get(element.tagName) ?? []) : null;
  // What the path so far matches beside the element, by the ancestor that its next step is about.
  let rivals: readonly (Element | null)[] | null =
    sameName && sameName.length <= MAX_RIVALS ? sameName.filter((other) => other !== element) : null;
  for (let current: Element | null = element; current; current = ownParentOf(current)) {
    const id = attribute(current, 'id');
    if (id !== undefined && PLAIN_ID.test(id) && idCounts(dom).get(id) === 1) {
      steps.unshift(`#${id}`);
      break;
    }
    const { text, matches } = stepOf(current);
    characters += text.length + SEPARATOR.length;
    if (characters > MAX_CHARACTERS) break;
    steps.unshift(text);
    rivals = rivals?.filter((other) => other !== null && matches(other)) ?? null;
    if (rivals?.length === 0 || ['html', 'head', 'body'].includes(current.tagName)) break;
    rivals = rivals?.map((other) => other && ownParentOf(other)) ?? null;
  }
  return steps.join(SEPARATOR);
}

function stepOf(element: Element): Step {
  const { tagName } = element;
  if (!PLAIN_NAME.test(tagName))
    return { text: `*:nth-child(${String(placeOf(element))})`, matches: () => true };
  if (!element.parentNode || ['html', 'head', 'body'].includes(tagName))
    return { text: tagName, matches: (other) => other.tagName === tagName };
  const number = numberOf(element);
  if (number === -1) return { text: tagName, matches: (other) => other.tagName === tagName };
  return {
    text: `${tagName}:nth-of-type(${String(number)})`,
    matches: (other) => other.tagName === tagName && Math.abs(numberOf(other)) === number,
  };
}

/** Among its siblings with the same name; -1: the only one. */
function numberOf(element: Element): number {
  if (element.nth === 0) numberElements(ownSiblingsOf(element));
  return element.nth;
}

/** Among all of its siblings, from 1. */
function placeOf(element: Element): number {
  return ownSiblingsOf(element).filter(isElement).indexOf(element) + 1;
}

/** Numbers all siblings at once, since many of them may be evidence. */
function numberElements(siblings: readonly Node[]): void {
  const counts = new Map<string, number>();
  for (const node of siblings) {
    if (!isElement(node)) continue;
    node.nth = (counts.get(node.tagName) ?? 0) + 1;
    counts.set(node.tagName, node.nth);
  }
  for (const node of siblings) if (isElement(node) && counts.get(node.tagName) === 1) node.nth = -1;
}
