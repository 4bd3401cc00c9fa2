import { once } from '../dom/once.js';
import { attribute, type Dom, type Element } from '../dom/dom.js';
import { shadowTreeOf } from '../dom/shadow-roots.js';

/** A name can't be determined from markup. axe then leaves the verdict open, and the check doesn't fail. */
export class Undecided extends Error {}

/** Limits of nodes and characters for all name computations of one document: ten thousand elements may refer to the same
 *  hundred thousand for their names. */
const MAX_VISITS = 250_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** The document or a shadow tree: ids are names within one of them alone.
 *  @see https://dom.spec.whatwg.org/#dom-nonelementparentnode-getelementbyid */
interface Tree {
  /** The first element with an id. */
  readonly byId: Map<string, Element>;
  /** `label` elements by the id that their `for` names. */
  readonly labels: Map<string, Element[]>;
}

/** A document with indexes for accessible names. */
export class AxeDocument {
  private readonly trees = new Map<object | null, Tree>();
  private visits = 0;
  private characters = 0;

  constructor(readonly dom: Dom) {
    for (const element of dom.elements) {
      if (element.attrs.length === 0) continue;
      const id = attribute(element, 'id');
      if (id === undefined || id === '') continue;
      const { byId } = this.treeOf(element);
      if (!byId.has(id)) byId.set(id, element);
    }
    for (const label of dom.byName.get('label') ?? []) {
      const target = attribute(label, 'for') ?? '';
      if (target === '') continue;
      const { labels } = this.treeOf(label);
      const known = labels.get(target);
      if (known) known.push(label);
      else labels.set(target, [label]);
    }
  }

  /** `label` elements whose `for` names a control. */
  labelsFor(control: Element): readonly Element[] {
    const id = attribute(control, 'id') ?? '';
    return id === '' ? [] : (this.treeOf(control).labels.get(id) ?? []);
  }

  /** Elements of an attribute that lists ids, in its order, without missing ones. */
  referenced(element: Element, name: string): Element[] {
    const ids = this.read(attribute(element, name) ?? '')
      .split(/[\t\n\f\r ]+/)
      .filter((id) => id !== '');
    this.visit(ids.length);
    const { byId } = this.treeOf(element);
    return [...new Set(ids)].flatMap((id) => byId.get(id) ?? []);
  }

  private treeOf(element: Element): Tree {
    const key = shadowTreeOf(element);
    const known = this.trees.get(key);
    if (known) return known;
    const tree = { byId: new Map<string, Element>(), labels: new Map<string, Element[]>() };
    this.trees.set(key, tree);
    return tree;
  }

  /** @throws Undecided if the limit is exceeded */
  visit(nodes = 1): void {
    this.visits += nodes;
    if (this.visits > MAX_VISITS) throw new Undecided();
  }

  /** Counts text that becomes part of a name.
   *  @throws Undecided if the limit is exceeded */
  read(text: string): string {
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) throw new Undecided();
    return text;
  }
}

/** Cached per document. */
export const axeDocument = once((dom: Dom) => new AxeDocument(dom));

/** Trims text and collapses white space of two or more characters; zero-width characters are text.
 *  @see https://github.com/dequelabs/axe-core/blob/develop/lib/commons/text/sanitize.js */
export function sanitized(text: string): string {
  return text.replaceAll(/\s{2,}/g, ' ').trim();
}
