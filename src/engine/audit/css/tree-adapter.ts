import { attribute, type Element, isElement, type Node } from '../dom/dom.js';
import { ownParentOf, ownSiblingsOf } from '../dom/shadow-roots.js';

/** Matching took too many steps for one document. */
export class TooManySteps extends Error {}

const MAX_STEPS = 20_000_000;
let steps = 0;

/** Resets the count. */
export function resetSteps(): void {
  steps = 0;
}

/** @throws TooManySteps */
export function countSteps(count = 1): void {
  steps += count;
  if (steps > MAX_STEPS) throw new TooManySteps();
}

/** Adapter for css-select to parse5's tree. Counts steps, because some selectors take more than quadratic time.
 *  @throws TooManySteps */
export const treeAdapter = {
  isTag: isElement,
  getAttributeValue(element: Element, name: string): string | undefined {
    countSteps();
    return attribute(element, name);
  },
  getChildren(node: Node): Node[] {
    if (!('childNodes' in node)) return [];
    countSteps(node.childNodes.length);
    return node.childNodes;
  },
  getName(element: Element): string {
    countSteps();
    return element.tagName;
  },
  getParent(element: Element): Node | null {
    countSteps();
    return ownParentOf(element);
  },
  getSiblings(node: Node): Node[] {
    const siblings = isElement(node) ? ownSiblingsOf(node) : [node];
    countSteps(siblings.length);
    return [...siblings];
  },
  getText(): string {
    return '';
  },
  hasAttrib(element: Element, name: string): boolean {
    countSteps();
    return attribute(element, name) !== undefined;
  },
  removeSubsets(nodes: Node[]): Node[] {
    return nodes;
  },
};
