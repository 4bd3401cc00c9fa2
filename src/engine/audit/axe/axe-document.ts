import { once } from '../dom/once.js';
import { attribute, type Dom, type Element } from '../dom/dom.js';

/** A name can't be determined from markup. axe then leaves the verdict open, and the check doesn't fail. */
export class Undecided extends Error {}

/** Limits of nodes and characters for all name computations of one document: ten thousand elements may refer to the same
 *  hundred thousand for their names. */
const MAX_VISITS = 250_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** A document with indexes for accessible names. */
export class AxeDocument {
  private readonly byId = new Map<string, Element>();
  private readonly labels = new Map<string, Element[]>();
  private visits = 0;
  private characters = 0;

  constructor(readonly dom: Dom) {
    for (const element of dom.elements) {
      if (element.attrs.length === 0) continue;
      const id = attribute(element, 'id');
      if (id !== undefined && id !== '' && !this.byId.has(id)) this.byId.set(id, element);
    }
    for (const label of dom.byName.get('label') ?? []) {
      const target = attribute(label, 'for') ?? '';
      if (target === '') continue;
      const labels = this.labels.get(target);
      if (labels) labels.push(label);
      else this.labels.set(target, [label]);
    }
  }

  /** The first element with an id. */
  elementOf(id: string): Element | undefined {
    return this.byId.get(id);
  }

  /** `label` elements whose `for` names a control. */
  labelsFor(control: Element): readonly Element[] {
    const id = attribute(control, 'id') ?? '';
    return id === '' ? [] : (this.labels.get(id) ?? []);
  }

  /** Elements of an attribute that lists ids, in its order, without missing ones. */
  referenced(element: Element, name: string): Element[] {
    const ids = this.read(attribute(element, name) ?? '')
      .split(/[\t\n\f\r ]+/)
      .filter((id) => id !== '');
    this.visit(ids.length);
    return [...new Set(ids)].flatMap((id) => this.byId.get(id) ?? []);
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
