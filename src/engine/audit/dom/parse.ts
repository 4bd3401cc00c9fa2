import {
  defaultTreeAdapter,
  type DefaultTreeAdapterMap,
  type DefaultTreeAdapterTypes,
  parseFragment,
  Parser,
} from 'parse5';
import { compactAttributes, compactTree } from './compact-tree.js';
import { startDocument } from './document-map.js';
import { type Dom, type Element, isElement, isHtml, type Node, pushChildren } from './dom.js';
import { RunTokenizer } from './run-tokenizer.js';
import { isStreamed, placeStreamedContent } from './streamed-content.js';
import { flatten, markShadow, type ShadowRoot, shadowRootOf } from './shadow-roots.js';

type Document = DefaultTreeAdapterTypes.Document;

/** The document has too many elements to be audited. */
export class PageTooComplex extends Error {}

/** Maximum number of elements. Each takes about 750 bytes until all checks have run; an attribute takes a tenth. */
const MAX_SIZE = 165_000;
const SIZE_OF_ATTRIBUTE = 0.1;

/** Default: HTML, as it was sent. */
type ParseOptions = Partial<Pick<Dom, 'isXml' | 'renderMark' | 'sentPositions'>>;

/** Parses like a browser with scripting enabled (`noscript` contains text). XML is parsed as HTML, but without quirks, and
 *  self-closing tags end their elements. Content that React streamed into a sent document is in its place.
 *  @throws PageTooComplex
 *  @see https://html.spec.whatwg.org/multipage/parsing.html */
export function parseDom(
  source: string,
  { isXml = false, renderMark = null, sentPositions = null }: ParseOptions = {},
): Dom {
  startDocument();
  const document = parsed(source, isXml);
  if (renderMark === null && isStreamed(source)) placeStreamedContent(document);
  const elements = elementsOf(document);
  const byName = groupedByName(elements);
  return {
    elements,
    byName,
    head: byName.get('head')?.find((element) => isHtml(element, 'head')) ?? null,
    body: byName.get('body')?.find((element) => isHtml(element, 'body')) ?? null,
    mode: document.mode,
    hasDoctype: document.childNodes.some(({ nodeName }) => nodeName === '#documentType'),
    isXml,
    source,
    renderMark,
    sentPositions,
  };
}

/** All elements of a document that is parsed as HTML, whatever its type.
 *  @throws PageTooComplex */
export function htmlElements(source: string): Element[] {
  return elementsOf(parsed(source, false));
}

/** Parses texts of `noscript` elements like a browser with scripting disabled.
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

/** Collects the elements, and replaces shadow hosts by their rendered (flat) trees. */
function elementsOf(document: Document): Element[] {
  const roots = new Map<Element, ShadowRoot>();
  const elements = treeElements({ content: document, slots: [] }, roots);
  // A closed root hides its elements from scripts and engines, but not from readers.
  for (const root of roots.values()) if (!root.isOpen) treeElements(root, roots);
  for (const root of roots.values()) flatten(root);
  return elements;
}

/** Elements of a tree and of its open shadow trees, in document order.
 *  @param tree its slots are added to `slots`
 *  @param roots shadow roots are added to it */
function treeElements(
  tree: Pick<ShadowRoot, 'slots'> & { readonly content: Node; readonly host?: Element },
  roots: Map<Element, ShadowRoot>,
): Element[] {
  const elements: Element[] = [];
  const scopes = [{ tree: tree.content, stack: childrenOf(tree.content), slots: tree.slots }];
  for (let scope = scopes.at(-1); scope; scope = scopes.at(-1)) {
    const node = scope.stack.pop();
    if (!node) scopes.pop();
    else if (isElement(node)) {
      const root = node.tagName === 'template' ? shadowRootOf(node, roots) : null;
      if (root) {
        roots.set(root.host, root);
        if (root.isOpen)
          scopes.push({ tree: root.content, stack: childrenOf(root.content), slots: root.slots });
        continue;
      }
      elements.push(node);
      if (tree.host || scopes.length > 1) markShadow(node, scope.tree);
      if (node.tagName === 'slot') scope.slots.push(node);
      pushChildren(node, scope.stack);
    } else pushChildren(node, scope.stack);
  }
  return elements;
}

function childrenOf(node: Node): Node[] {
  const stack: Node[] = [];
  pushChildren(node, stack);
  return stack;
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

/** Stores one offset per element, from which its start tag can be found. parse5's own locations cost three times the
 *  parsing. */
function parsed(source: string, isXml: boolean): Document {
  const size = new Size();
  const parser: Parser<DefaultTreeAdapterMap> = new Parser<DefaultTreeAdapterMap>({
    treeAdapter: {
      ...defaultTreeAdapter,
      ...compactTree,
      ...(isXml && { setDocumentMode: () => undefined }),
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
  tokenizer.isXml = isXml;
  parser.tokenizer = tokenizer;
  tokenizer.write(source, true);
  return parser.document;
}

/** Counts the size of a tree while it is built.
 *  @throws PageTooComplex */
class Size {
  private taken = 0;

  add(attributes: number): void {
    this.taken += 1 + attributes * SIZE_OF_ATTRIBUTE;
    if (this.taken > MAX_SIZE) throw new PageTooComplex();
  }
}
