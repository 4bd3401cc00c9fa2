import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  html,
  parseFragment,
  Parser,
} from 'parse5';
import { once } from './once.js';
import { type Style } from '../css/declarations.js';
import { compactAttributes, compactTree } from './compact-tree.js';
import { RunTokenizer } from './run-tokenizer.js';

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
type Document = DefaultTreeAdapterTypes.Document;

/** A parsed document with what every query needs at hand. */
export interface Dom {
  /** Every element of the document tree, in document order; contents of `template` are not in the tree,
   *  but for open shadow roots. */
  readonly elements: readonly Element[];
  /** The same by tag name, of every namespace. */
  readonly byName: ReadonlyMap<string, readonly Element[]>;
  readonly head: Element | null;
  readonly body: Element | null;
  readonly mode: 'no-quirks' | 'limited-quirks' | 'quirks';
  /** The document's text, for excerpts. */
  readonly source: string;
}

/** The document has more elements or deeper nesting than one audit may cost. */
export class PageTooComplex extends Error {}

/** Of elements; each takes about 750 bytes of memory until the last check has run, an attribute a tenth of that. */
const MAX_SIZE = 165_000;
const SIZE_OF_ATTRIBUTE = 0.1;

/** Parses as a browser with scripting does (`noscript` holds text).
 *  @throws PageTooComplex
 *  @see https://html.spec.whatwg.org/multipage/parsing.html */
export function parseDom(source: string): Dom {
  const document = parsed(source);
  const elements = elementsOf(document);
  const byName = groupedByName(elements);
  return {
    elements,
    byName,
    head: byName.get('head')?.find((element) => isHtml(element, 'head')) ?? null,
    body: byName.get('body')?.find((element) => isHtml(element, 'body')) ?? null,
    mode: document.mode,
    source,
  };
}

/** Parses texts of `noscript` elements as a browser without scripting does.
 *  @throws PageTooComplex */
export function parseWithoutScripting(texts: readonly string[]): Node[] {
  const size = new Size();
  const treeAdapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createElement(...parts) {
      size.add(parts[2].length);
      return defaultTreeAdapter.createElement(...parts);
    },
  };
  return texts.map((text) => parseFragment(text, { scriptingEnabled: false, treeAdapter }));
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

function elementsOf(document: Document): Element[] {
  const elements: Element[] = [];
  const stack: Node[] = [document];
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (isElement(node)) {
      elements.push(node);
      if (node.tagName === 'template') for (const shown of shadowElements(node)) elements.push(shown);
    }
    pushChildren(node, stack);
  }
  return elements;
}

function pushChildren(node: Node, stack: Node[]): void {
  if ('childNodes' in node) pushAll(node.childNodes, stack);
}

/** Puts nodes on a stack so that the first one comes off first. One by one: there may be more than a call takes. */
export function pushAll(nodes: readonly Node[], stack: Node[]): void {
  for (let index = nodes.length - 1; index >= 0; index--) {
    const node = nodes[index];
    if (node) stack.push(node);
  }
}

/** Elements of an open shadow root that the markup declares: browsers show them in place of the host's content.
 *  @see https://html.spec.whatwg.org/multipage/scripting.html#attr-template-shadowrootmode */
function shadowElements(template: Element): Element[] {
  if (!('content' in template) || attribute(template, 'shadowrootmode')?.toLowerCase() !== 'open') return [];
  const { content } = template as DefaultTreeAdapterTypes.Template;
  return [...descendants(content)].filter(isElement);
}

function groupedByName(elements: readonly Element[]): Map<string, Element[]> {
  const byName = new Map<string, Element[]>();
  for (const element of elements) {
    const group = byName.get(element.tagName);
    if (group) group.push(element);
    else byName.set(element.tagName, [element]);
  }
  return byName;
}

/** parse5's own locations cost three times its parsing: one number an element is enough to find its tag again. */
function parsed(source: string): Document {
  const size = new Size();
  const parser: Parser<DefaultTreeAdapterMap> = new Parser<DefaultTreeAdapterMap>({
    treeAdapter: {
      ...defaultTreeAdapter,
      ...compactTree,
      createElement(tagName, namespaceURI, attrs) {
        size.add(attrs.length);
        const madeAt = tokenizer.preprocessor.offset;
        const startsAt = tokenizer.tagStart;
        return {
          nodeName: tagName,
          tagName,
          attrs: compactAttributes(attrs),
          namespaceURI,
          childNodes: [],
          parentNode: null,
          madeAt,
          startsAt,
          visibility: -1,
          style: undefined,
          nth: 0,
          role: undefined,
        };
      },
    },
  });
  const tokenizer = new RunTokenizer(parser.options, parser, source);
  parser.tokenizer = tokenizer;
  tokenizer.write(source, true);
  return parser.document;
}

/** Counts what a tree holds while it is built.
 *  @throws PageTooComplex */
class Size {
  private taken = 0;

  /** Counts one element. */
  add(attributes: number): void {
    this.taken += 1 + attributes * SIZE_OF_ATTRIBUTE;
    if (this.taken > MAX_SIZE) throw new PageTooComplex();
  }
}
