import { descendants, type Element, isElement, isHtml, type Node, pushAll, textContent } from '../dom/dom.js';
import { htmlElements, parseWithoutScripting } from '../dom/parse.js';
import { once } from '../dom/once.js';
import { type Page } from '../page.js';

/** Elements with a name in document order, including those in `template` and in `noscript`, whose content is markup for
 *  a parser without scripting.
 *  @throws PageTooComplex */
export function markupElements(page: Page, name: 'meta' | 'script'): readonly Element[] {
  return elementsByName(page)[name];
}

/** Maximum number of `noscript` elements to parse, at about 40 µs each. Only hostile pages have more. */
const MAX_NOSCRIPTS = 1000;

const elementsByName = once((page: Page) => {
  const found = { meta: new Array<Element>(), script: new Array<Element>() };
  const outside = new OutsideTree();
  for (const element of markupOf(page)) {
    const stack: Node[] = outside.has(element) ? [] : [element];
    for (let node = stack.pop(); node; node = stack.pop()) {
      if (!isElement(node)) continue;
      if (node.tagName === 'meta' || node.tagName === 'script') found[node.tagName].push(node);
      pushAll(outside.contentOf(node), stack);
    }
  }
  return found;
});

/** Maximum number of elements of XHTML to parse again. Only hostile pages have more. */
const MAX_PARSED_AGAIN = 50_000;

/** The Observatory parses XHTML as HTML. */
function markupOf({ dom, html, renderMark }: Page): readonly Element[] {
  const isParsed = !dom.isXml || renderMark !== undefined || dom.elements.length > MAX_PARSED_AGAIN;
  return isParsed ? dom.elements : htmlElements(html);
}

/** Nodes that are inside an element in the markup, but are not its children. */
class OutsideTree {
  private readonly nodes = new Set<Node>();
  private noscripts = 0;

  /** Whether the node is part of such content. */
  has(node: Node): boolean {
    return this.nodes.has(node);
  }

  contentOf(element: Element): Node[] {
    if ('content' in element) return this.add([element.content as Node]);
    const text = isHtml(element, 'noscript') ? textContent(element) : '';
    if (!/<(meta|script)/i.test(text) || ++this.noscripts > MAX_NOSCRIPTS) return [];
    return this.add(parseWithoutScripting([text]));
  }

  private add(roots: readonly Node[]): Node[] {
    const content = roots.flatMap((root) => [...descendants(root)]);
    for (const node of content) this.nodes.add(node);
    return content;
  }
}
