import { attribute, type Element, isElement, type Node } from '../dom/dom.js';
import { ownParentOf, ownSiblingsOf } from '../dom/shadow-roots.js';

/** Matching took more steps than one document may cost. */
export class TooManySteps extends Error {}

const MAX_STEPS = 20_000_000;
let steps = 0;

/** Begins to count anew. */
export function resetSteps(): void {
  steps = 0;
}

/** @throws TooManySteps */
export function countSteps(count = 1): void {
  steps += count;
  if (steps > MAX_STEPS) throw new TooManySteps();
}

/** How css-select walks a tree of parse5, step by counted step: some selectors need more of them than there are
 *  elements, squared.
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
