import { defaultTreeAdapter, type DefaultTreeAdapterTypes } from 'parse5';

type Parent = DefaultTreeAdapterTypes.ParentNode;
type Child = DefaultTreeAdapterTypes.ChildNode;

/** An array that grows by `push` makes room for 16 more. Most elements have fewer children than that. */
const COPIED_CHILDREN = 6;

/** parse5's own way to build a tree, in half the memory. */
export const compactTree = {
  appendChild(parent: Parent, child: Child): void {
    const { childNodes } = parent;
    if (childNodes.length < COPIED_CHILDREN) parent.childNodes = [...childNodes, child];
    else childNodes.push(child);
    child.parentNode = parent;
  },

  insertText(parent: Parent, text: string): void {
    const last = parent.childNodes.at(-1);
    if (last && defaultTreeAdapter.isTextNode(last)) last.value += text;
    else compactTree.appendChild(parent, defaultTreeAdapter.createTextNode(text));
  },
};

/** The tokenizer's list of attributes, without the room that it left for more. */
export function compactAttributes<T>(attrs: readonly T[]): T[] {
  return attrs.length === 0 ? [] : attrs.slice();
}
