import { type DefaultTreeAdapterTypes, html } from 'parse5';
import { attribute, type Element, isElement, type Node } from './dom.js';
import { parentOf } from './inherited.js';
import { leaveOut } from './visibility.js';

/** @see https://dom.spec.whatwg.org/#dom-element-attachshadow */
const HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(' '),
);
const RESERVED = /^(annotation-xml|color-profile|font-face(-src|-uri|-format|-name)?|missing-glyph)$/;

/** A declarative shadow root. */
export interface ShadowRoot {
  readonly host: Element;
  readonly template: Element;
  readonly isOpen: boolean;
  readonly content: DefaultTreeAdapterTypes.DocumentFragment;
  /** Slots of its own tree, in order. */
  readonly slots: Element[];
}

/** The shadow root that a template declares; null if it stays a template. Only the first one of a host counts.
 *  @see https://html.spec.whatwg.org/multipage/parsing.html#parsing-main-inhead */
export function shadowRootOf(template: Element, hosts: ReadonlyMap<Element, unknown>): ShadowRoot | null {
  if (!('content' in template) || template.attrs.length === 0) return null;
  const mode = attribute(template, 'shadowrootmode')?.toLowerCase();
  const host = template.parentNode;
  if ((mode !== 'open' && mode !== 'closed') || !host || !isElement(host)) return null;
  if (!mayBeHost(host) || hosts.has(host)) return null;
  const { content } = template as DefaultTreeAdapterTypes.Template;
  return { host, template, isOpen: mode === 'open', content, slots: [] };
}

function mayBeHost({ tagName, namespaceURI }: Element): boolean {
  if (namespaceURI !== html.NS.HTML) return false;
  return HOSTS.has(tagName) || (/^[a-z].*-/.test(tagName) && !RESERVED.test(tagName));
}

const trees = new WeakMap<Element, object>();

/** Marks an element of a shadow tree, to which the document's style sheets don't apply.
 *  @param tree identifies the shadow tree */
export function markShadow(element: Element, tree: object): void {
  trees.set(element, tree);
}

export function isInShadow(element: Element): boolean {
  return trees.has(element);
}

/** What all elements of a shadow tree have in common; null for an element of the document. */
export function shadowTreeOf(element: Element): object | null {
  return trees.get(element) ?? null;
}

/** Parents and children in the document or shadow tree, if they differ in the flat tree. */
const parents = new WeakMap<Node, Element | null>();
const children = new WeakMap<Element, readonly Node[]>();

/** The parent in the element's own tree; null at the root of a shadow tree. */
export function ownParentOf(element: Element): Element | null {
  const parent = parents.get(element);
  return parent === undefined ? parentOf(element) : parent;
}

/** The element and its siblings in its own tree. */
export function ownSiblingsOf(element: Element): readonly Node[] {
  const parent = parents.get(element);
  return (parent ? children.get(parent) : undefined) ?? element.parentNode?.childNodes ?? [];
}

/** Builds the flat tree, which is rendered: the shadow tree replaces the host's children, which move into its slots.
 *  Children without a slot are not rendered, nor is the fallback content of a filled slot.
 *  @see https://drafts.csswg.org/css-scoping/#flattening */
export function flatten({ host, template, content, slots }: ShadowRoot): void {
  const light = host.childNodes.filter((node) => node !== template);
  keepOwn(host, light);
  for (const node of content.childNodes) {
    node.parentNode = host;
    parents.set(node, null);
  }
  host.childNodes = content.childNodes;
  for (const [slot, nodes] of assignedTo(slots, light)) {
    keepOwn(slot, slot.childNodes);
    for (const node of slot.childNodes) if (isElement(node)) leaveOut(node);
    for (const node of nodes) node.parentNode = slot;
    slot.childNodes = nodes;
  }
}

function keepOwn(parent: Element, nodes: readonly Node[]): void {
  children.set(parent, nodes);
  for (const node of nodes) parents.set(node, parent);
}

type Child = DefaultTreeAdapterTypes.ChildNode;

function assignedTo(slots: readonly Element[], light: readonly Child[]): Map<Element, Child[]> {
  const byName = new Map<string, Element>();
  for (const slot of slots.toReversed()) byName.set(attribute(slot, 'name') ?? '', slot);
  const assigned = new Map<Element, Child[]>();
  for (const node of light) {
    if (!isElement(node) && node.nodeName !== '#text') continue;
    const slot = byName.get(isElement(node) ? (attribute(node, 'slot') ?? '') : '');
    if (!slot) {
      if (isElement(node)) leaveOut(node);
      continue;
    }
    const nodes = assigned.get(slot);
    if (nodes) nodes.push(node);
    else assigned.set(slot, [node]);
  }
  return assigned;
}
