import { type DefaultTreeAdapterTypes } from 'parse5';
import {
  attribute,
  descendants,
  type Element,
  isElement,
  isHtml,
  type Node,
  pushAll,
  textContent,
} from './dom.js';

type Document = DefaultTreeAdapterTypes.Document;
type Child = DefaultTreeAdapterTypes.ChildNode;

/** Calls that put content in its place. `$RC` and `$RR` name a boundary and its content, `$RS` content and its place. */
const CALL = /\$R([CRS])\("([^"]{1,200})","([^"]{1,200})"/g;
/** Data of the comments around boundaries. */
const PENDING = '$?';
const STARTS = new Set(['$', PENDING, '$!', '$~', '&']);
const ENDS = new Set(['/$', '/&']);

/** Whether a document may have content to move. */
export function isStreamed(source: string): boolean {
  return /\$R[CRS]\("/.test(source);
}

/** Moves the content that React's server renderer sends last to its place, as the scripts beside it do in a browser: a
 *  hidden element takes the place of a template, and of the fallback between that template and the end of its boundary.
 *  @see https://github.com/facebook/react/tree/main/packages/react-dom-bindings/src/server/fizz-instruction-set */
export function placeStreamedContent(document: Document): void {
  const streamed = new StreamedContent(document);
  const parents: Node[] = [document];
  for (let parent = parents.pop(); parent; parent = parents.pop()) {
    if (!('childNodes' in parent)) continue;
    if (parent.childNodes.some((node) => streamed.concerns(node))) {
      parent.childNodes = streamed.placed(parent.childNodes);
      for (const node of parent.childNodes) node.parentNode = parent;
    }
    pushAll(parent.childNodes, parents);
  }
}

class StreamedContent {
  private readonly byId = new Map<string, Element>();
  /** Templates that begin the fallback of a boundary. */
  private readonly boundaries = new Set<Node>();
  /** By the template whose place it takes. */
  private readonly contents = new Map<Node, Element>();
  private readonly moved = new Set<Node>();

  constructor(document: Document) {
    const scripts: Element[] = [];
    let previous: Node = document;
    for (const node of descendants(document)) {
      if (isElement(node)) {
        const id = attribute(node, 'id');
        if (id !== undefined && !this.byId.has(id)) this.byId.set(id, node);
        if (dataOf(previous) === PENDING) this.boundaries.add(node);
        if (isHtml(node, 'script')) scripts.push(node);
      }
      previous = node;
    }
    for (const script of scripts) this.readCalls(script);
  }

  concerns(node: Node): boolean {
    return this.contents.has(node) || this.moved.has(node);
  }

  /** Children of an element, with the content that belongs among them, without that which belongs elsewhere. */
  placed(children: readonly Child[]): Child[] {
    const placed: Child[] = [];
    const rest: Child[] = children.toReversed();
    for (let node = rest.pop(); node; node = rest.pop()) {
      const content = this.contents.get(node);
      if (content) {
        if (this.boundaries.has(node)) dropFallback(rest);
        pushAll(content.childNodes, rest);
      } else if (!this.moved.has(node)) placed.push(node);
    }
    return placed;
  }

  private readCalls(script: Element): void {
    if (attribute(script, 'src') !== undefined || attribute(script, 'type') !== undefined) return;
    for (const [, kind, first = '', second = ''] of textContent(script).matchAll(CALL)) {
      const isSegment = kind === 'S';
      const place = this.byId.get(isSegment ? second : first);
      const content = this.byId.get(isSegment ? first : second);
      if (!place || !content || !isHtml(place, 'template')) continue;
      if (!isSegment && !this.boundaries.has(place)) continue;
      if (this.contents.has(place) || this.moved.has(content)) continue;
      this.contents.set(place, content);
      this.moved.add(content);
    }
  }
}

/** Removes nodes from a stack up to the comment that ends the boundary. */
function dropFallback(stack: Child[]): void {
  let depth = 0;
  for (let node = stack.at(-1); node; node = stack.at(-1)) {
    const data = dataOf(node);
    if (ENDS.has(data) && depth === 0) return;
    if (ENDS.has(data)) depth -= 1;
    if (STARTS.has(data)) depth += 1;
    stack.pop();
  }
}

/** Text of a comment; empty for other nodes. */
function dataOf(node: Node): string {
  return 'data' in node ? node.data : '';
}
