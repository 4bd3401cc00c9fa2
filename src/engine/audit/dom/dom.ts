import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { type VisibilityStyle } from '../css/visibility-style.js';
import { isInBrowsersHead } from './browsers-head.js';
import { once } from './once.js';

/** An element with cached properties. */
export type Element = DefaultTreeAdapterTypes.Element & {
  /** Offset of the tokenizer when the element was created: at the `>` of its start tag, if it has one. */
  readonly madeAt: number;
  /** Offset of its start tag; -1 if it has none. */
  readonly startsAt: number;
  /** Bits of `visibility.ts`; -1: not computed yet. */
  visibility: number;
  /** Style from style sheets and attributes; undefined if no rule matches, so that only attributes count. */
  style: VisibilityStyle | undefined;
  /** Position among siblings with the same name, from 1; -1: the only one, 0: not computed yet. */
  nth: number;
  /** Role of `axe/roles.ts`; undefined: not computed yet. */
  role: string | null | undefined;
};
export type Node = DefaultTreeAdapterTypes.Node;

/** A place in the text of a document, from 1. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Positions of start tags in a document as it was sent, in its order, by the keys of `sent-positions.ts`. */
export type SentPositions = ReadonlyMap<string, readonly Position[]>;

/** A parsed document with indexes for queries. */
export interface Dom {
  /** All elements of the document and of open shadow roots, in document order, without contents of `template`. Parents
   *  and children are those of the rendered (flat) tree. */
  readonly elements: readonly Element[];
  /** The same by tag name, in all namespaces. */
  readonly byName: ReadonlyMap<string, readonly Element[]>;
  readonly head: Element | null;
  readonly body: Element | null;
  /** Always `no-quirks` in XML. */
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  readonly hasDoctype: boolean;
  /** Whether it is XHTML, which browsers parse as XML. */
  readonly isXml: boolean;
  /** Source text of the document, for excerpts. */
  readonly source: string;
  /** Of a rendered document: name of the attribute that excerpts leave out. */
  readonly renderMark: string | null;
  /** Of a rendered document: where its elements stand in the one that was sent; null: unknown. */
  readonly sentPositions: SentPositions | null;
}

/** HTML elements (not SVG or MathML) with one of the tag names, in document order. */
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

/** Value of an attribute without a namespace; undefined if it is absent. */
export function attribute(element: Element, name: string): string | undefined {
  for (const attr of element.attrs) if (attr.name === name && !attr.namespace) return attr.value;
  return undefined;
}

/** Language that an element declares; undefined: none.
 *  @see https://html.spec.whatwg.org/multipage/dom.html#language */
export function declaredLanguage(dom: Dom, element: Element): string | undefined {
  const xmlLang = dom.isXml ? attribute(element, 'xml:lang') : undefined;
  return xmlLang ?? attribute(element, 'lang');
}

export function isInHead(dom: Dom, element: Element): boolean {
  return contentOfHead(dom).has(element) || isInBrowsersHead(element);
}

const contentOfHead = once(
  ({ head }: Dom): ReadonlySet<Node> => new Set(head ? [...descendants(head)].filter(isElement) : []),
);

/** Text of all descendant text nodes, like the DOM's `textContent`. */
export function textContent(root: Element): string {
  let text = '';
  for (const node of descendants(root)) if (node.nodeName === '#text' && 'value' in node) text += node.value;
  return text;
}

/** All descendants in document order. Iterative, because nesting can exceed the call stack. */
export function* descendants(root: Node): Generator<Node> {
  const stack: Node[] = [];
  pushChildren(root, stack);
  for (let node = stack.pop(); node; node = stack.pop()) {
    yield node;
    pushChildren(node, stack);
  }
}

/** Pushes the children of a node on a stack, so that the first child is popped first. */
export function pushChildren(node: Node, stack: Node[]): void {
  if ('childNodes' in node) pushAll(node.childNodes, stack);
}

/** Pushes nodes on a stack, so that the first one is popped first. One by one, because there may be more than a call can
 *  have arguments. */
export function pushAll<T extends Node>(nodes: readonly T[], stack: T[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node) stack.push(node);
  }
}
