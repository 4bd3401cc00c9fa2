import { once } from '../dom/once.js';
import { attribute, type Dom, type Element } from '../dom/dom.js';

/** A name that can't be told from markup: axe leaves the verdict open then, and nobody fails for it. */
export class Undecided extends Error {}

/** Nodes that all name computations of one document may visit, and characters that they may read: a page may let
 *  ten thousand elements name themselves by the same hundred thousand. */
const MAX_VISITS = 250_000;
const MAX_CHARACTERS = 64 * 1024 * 1024;

/** A document with what its accessible names need at hand. */
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

  /** The first element of an id, as browsers find it. */
  elementOf(id: string): Element | undefined {
    return this.byId.get(id);
  }

  /** `label` elements whose `for` names a control. */
  labelsFor(control: Element): readonly Element[] {
    const id = attribute(control, 'id') ?? '';
    return id === '' ? [] : (this.labels.get(id) ?? []);
  }

  /** Elements of an attribute that lists ids, in its order; ids of nothing are left out. */
  referenced(element: Element, name: string): Element[] {
    const ids = this.read(attribute(element, name) ?? '')
      .split(/[\t\n\f\r ]+/)
      .filter((id) => id !== '');
    this.visit(ids.length);
    return [...new Set(ids)].flatMap((id) => this.byId.get(id) ?? []);
  }

  /** @throws Undecided once names have cost too much */
  visit(nodes = 1): void {
    this.visits += nodes;
    if (this.visits > MAX_VISITS) throw new Undecided();
  }

  /** A text that becomes part of a name.
   *  @throws Undecided once names have cost too much */
  read(text: string): string {
    this.characters += text.length;
    if (this.characters > MAX_CHARACTERS) throw new Undecided();
    return text;
  }
}

/** The same object for the same document. */
export const axeDocument = once((dom: Dom) => new AxeDocument(dom));

/** `\r\n`, blanks and no-break blanks collapsed where two or more, trimmed; zero-width characters are text.
 *  @see https://github.com/dequelabs/axe-core/blob/develop/lib/commons/text/sanitize.js */
export function sanitized(text: string): string {
  return text.replaceAll(/\s{2,}/g, ' ').trim();
}
