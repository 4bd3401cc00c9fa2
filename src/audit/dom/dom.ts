import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { type Style } from '../css/declarations.js';
import { once } from './once.js';

/** An element, with what is found out about it once. */
export type Element = DefaultTreeAdapterTypes.Element & {
  /** Where the tokenizer stood when the element was made: at the `>` of its start tag, if it has one. */
  readonly madeAt: number;
  /** Where its start tag begins; -1 where the parser made the element without one. */
  readonly startsAt: number;
  /** Bits of `visibility.ts`; -1 until they are known. */
  visibility: number;
  /** What style sheets make of it; undefined where no rule matches, and its own attributes alone count. */
  style: Style | undefined;
  /** Position among the siblings of its name, from 1; -1 for the only one, 0 until it is known. */
  nth: number;
  /** Of `axe/roles.ts`; undefined until it is known. */
  role: string | null | undefined;
};
export type Node = DefaultTreeAdapterTypes.Node;

/** A parsed document with what every query needs at hand. */
export interface Dom {
  /** Every element of the document and of open shadow roots, in document order; contents of `template` are in
   *  neither. Parents and children are those of the tree that is rendered. */
  readonly elements: readonly Element[];
  /** The same by tag name, of every namespace. */
  readonly byName: ReadonlyMap<string, readonly Element[]>;
  readonly head: Element | null;
  readonly body: Element | null;
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** The document's text, for excerpts. */
  readonly source: string;
}

/** Elements of an HTML tag name (not SVG's or MathML's), in document order. */
export function elementsNamed(dom: Dom, ...names: readonly string[]): Element[] {
  const [name] = names;
  const candidates =
    names.length === 1 && name !== undefined
      ? (dom.byName.get(name) ?? [])
      : dom.elements.filter((element) => names.includes(element.tagName));
  return candidates.filter((element) => element.namespaceURI === html.NS.HTML);
}

export function isHtml(element: Element, name: string): boolean {
  return element.tagName === name && element.namespaceURI === html.NS.HTML;
}

export function isElement(node: Node): node is Element {
  return 'tagName' in node;
}

/** Value of an attribute in no namespace; undefined where it is absent. */
export function attribute(element: Element, name: string): string | undefined {
  for (const attr of element.attrs) if (attr.name === name && !attr.namespace) return attr.value;
  return undefined;
}

export function isInHead(dom: Dom, element: Element): boolean {
  return contentOfHead(dom).has(element);
}

const contentOfHead = once(
  ({ head }: Dom): ReadonlySet<Node> => new Set(head ? [...descendants(head)].filter(isElement) : []),
);

/** Text of all text nodes below, like the DOM's `textContent`. */
export function textContent(root: Element): string {
  let text = '';
  for (const node of descendants(root)) if (node.nodeName === '#text' && 'value' in node) text += node.value;
  return text;
}

/** All nodes below, in document order. Iterative: nesting may be deeper than any call stack. */
export function* descendants(root: Node): Generator<Node> {
  const stack: Node[] = [];
  pushChildren(root, stack);
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    pushChildren(node, stack);
  }
}

/** Puts the children of a node on a stack so that the first one comes off first. */
export function pushChildren(node: Node, stack: Node[]): void {
  if ('childNodes' in node) pushAll(node.childNodes, stack);
}

/** Puts nodes on a stack so that the first one comes off first. One by one: there may be more than a call takes. */
export function pushAll(nodes: readonly Node[], stack: Node[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node) stack.push(node);
  }
}
