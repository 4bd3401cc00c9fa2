import {
  attribute,
  descendants,
  type Dom,
  type Element,
  isElement,
  isHtml,
  type Node,
  textContent,
} from '../dom/dom.js';
import { inherited, parentOf } from '../dom/inherited.js';
import { once } from '../dom/once.js';
import { isHiddenForEveryone, isHiddenFromAccessibility } from '../dom/visibility.js';
import { AxeDocument, sanitized, Undecided } from './axe-document.js';
import { DEFAULT_TEXTS, inputValue, type Method, NATIVE, nativeKind } from './native-names.js';
import { explicitRole, isNamedFromContents, isPresentational, roleOf } from './roles.js';

/** State of the computation of one name. */
interface Context {
  readonly start: Element;
  readonly isReferenced?: boolean;
  readonly isInLabel?: boolean;
  readonly isBelow?: boolean;
  /** Whether hidden content counts: a hidden element that is referenced contributes all its text. */
  readonly countsHidden?: boolean;
  /** Elements that were processed; each is processed once. */
  readonly processed: Set<Element>;
  readonly depth: number;
}

const MAX_DEPTH = 300;
const EMBEDDED = new Set('audio canvas embed iframe math object svg video'.split(' '));
const VALUE_ROLES = new Set('textbox progressbar scrollbar slider spinbutton combobox listbox'.split(' '));
const NEVER_READ = new Set(['style', 'script', 'noscript', 'template']);
const NO_TEXT_TYPES = new Set(
  'button checkbox color file hidden image password radio reset submit'.split(' '),
);

/** Computes accessible names from markup as axe does. Methods throw {@link Undecided} if axe leaves the verdict open.
 *  @see https://github.com/dequelabs/axe-core/tree/develop/lib/commons/text */
export class AccessibleNames {
  constructor(private readonly document: AxeDocument) {}

  nameOf(element: Element): string {
    return sanitized(this.textOf(element, this.from(element)));
  }

  /** Name from content only. */
  contentOf(element: Element): string {
    return sanitized(this.subtree(element, this.from(element)));
  }

  /** Name from `aria-labelledby` only. */
  referencedBy(element: Element): string {
    return sanitized(this.labelledBy(element, this.from(element)));
  }

  /** Text of a label for a control. */
  labelText(label: Element, control: Element): string {
    return sanitized(this.textOf(label, { ...this.from(control), isInLabel: true }));
  }

  private from(start: Element): Context {
    return { start, processed: new Set(), depth: 0 };
  }

  private textOf(node: Node, given: Context): string {
    this.document.visit();
    if (given.depth > MAX_DEPTH) return '';
    if (!isElement(node)) return 'value' in node ? this.document.read(node.value) : '';
    const context = isEntering(given) ? { ...given, countsHidden: isHiddenFromAccessibility(node) } : given;
    const isCounted =
      context.countsHidden === true ? !NEVER_READ.has(node.tagName) : !isHiddenFromAccessibility(node);
    if (!isCounted) return '';
    let name = '';
    for (const step of this.steps) {
      name = step(node, context);
      if (node === context.start) name = sanitized(name);
      if (name !== '') return name;
    }
    return '';
  }

  private readonly steps: readonly ((element: Element, context: Context) => string)[] = [
    (element, context) => this.labelledBy(element, context),
    (element) => this.document.read(attribute(element, 'aria-label') ?? ''),
    (element, context) => this.native(element, context),
    (element, context) => this.formValue(element, context),
    (element, context) => this.subtree(element, context),
    (element) => this.document.read(titleOf(element)),
  ];

  private labelledBy(element: Element, context: Context): string {
    if (context.isReferenced === true || context.isInLabel === true) return '';
    return this.document
      .referenced(element, 'aria-labelledby')
      .map((target) => this.textOf(target, { ...deeper(context), isReferenced: true }))
      .join(' ');
  }

  private native(element: Element, context: Context): string {
    if (isPresentational(roleOf(element))) return '';
    for (const method of NATIVE[nativeKind(element)] ?? []) {
      const text = this.byMethod(method, element, context);
      if (text !== '') return text;
    }
    return '';
  }

  private byMethod(method: Method, element: Element, context: Context): string {
    switch (method) {
      case 'content':
        return this.subtree(element, context);
      case 'labels':
        return this.labels(element, context);
      case 'value':
        return this.document.read(inputValue(element));
      case 'alt':
      case 'placeholder':
      case 'summary':
        return this.document.read(attribute(element, method) ?? '');
      case 'title_text':
        return this.document.read(titleOf(element));
      case 'submit':
        return DEFAULT_TEXTS[(attribute(element, 'type') ?? '').toLowerCase()] ?? '';
      case 'blank':
        return ' ';
      default:
        return this.firstBelow(element, { name: method, context });
    }
  }

  /** Text of the first descendant with a tag name, unless an element like the ancestor itself comes first. */
  private firstBelow(element: Element, { name, context }: { name: string; context: Context }): string {
    for (const node of descendants(element)) {
      if (!isElement(node)) continue;
      this.document.visit();
      if (node.tagName === name) return this.textOf(node, deeper(context));
      if (node.tagName === element.tagName) return '';
    }
    return '';
  }

  private labels(control: Element, context: Context): string {
    if (context.isInLabel === true || context.isReferenced === true || context.processed.has(control))
      return '';
    const around = closestLabel(control);
    const named = this.document.labelsFor(control);
    this.document.visit(named.length);
    const labels = new Set([...named, ...(around ? [around] : [])]);
    return [...labels]
      .map((label) => this.textOf(label, { ...deeper(context), isInLabel: true }))
      .filter((text) => text !== '')
      .join(' ');
  }

  private formValue(element: Element, context: Context): string {
    const role = roleOf(element);
    if (element === context.start || role === null || role === 'progressbar' || !VALUE_ROLES.has(role))
      return '';
    if (element.tagName === 'textarea') return this.document.read(textContent(element));
    if (element.tagName === 'input') {
      const type = (attribute(element, 'type') ?? '').toLowerCase();
      if (!NO_TEXT_TYPES.has(type)) return this.document.read(inputValue(element));
    }
    if (element.tagName === 'select') return this.selectedText(element);
    if (explicitRole(element) === 'textbox') return this.subtree(element, { ...context, isBelow: true });
    const now = attribute(element, 'aria-valuenow');
    if (now !== undefined && role !== 'combobox' && role !== 'listbox') return String(Number(now) || 0);
    return '';
  }

  /** @throws Undecided if there are no options */
  private selectedText(select: Element): string {
    const options: Element[] = [];
    for (const node of descendants(select)) {
      this.document.visit();
      if (isElement(node) && node.tagName === 'option') options.push(node);
    }
    if (options.length === 0) throw new Undecided();
    const selected = options.filter((option) => attribute(option, 'selected') !== undefined);
    const chosen = selected.length > 0 ? selected : options.slice(0, 1);
    return chosen
      .map((option) => (isHiddenForEveryone(option) ? '' : this.document.read(textContent(option))))
      .join(' ');
  }

  private subtree(element: Element, context: Context): string {
    const role = roleOf(element);
    const isTextbox = role === 'textbox' && context.isBelow === true && explicitRole(element) === 'textbox';
    if (context.processed.has(element) || EMBEDDED.has(element.tagName)) return '';
    if (role !== null && VALUE_ROLES.has(role) && !isTextbox) return '';
    context.processed.add(element);
    const isFree = context.isBelow === true || context.isReferenced === true;
    if (!isFree && !isNamedFromContents(role)) return '';
    const isBelow = context.isBelow ?? (context.isInLabel !== true && context.isReferenced !== true);
    const below = { ...deeper(context), isBelow };
    const owned = this.document.referenced(element, 'aria-owns');
    let text = '';
    for (const node of [...element.childNodes, ...owned]) {
      const part = this.textOf(node, below);
      text += part === '' || !isElement(node) ? part : ` ${part} `;
    }
    return text;
  }
}

function deeper(context: Context): Context {
  return { ...context, depth: context.depth + 1 };
}

/** Whether the computation enters a referenced element, where it is decided whether hidden content counts. */
function isEntering(context: Context): boolean {
  return context.isReferenced === true && context.countsHidden === undefined;
}

function titleOf(element: Element): string {
  const title = attribute(element, 'title') ?? '';
  const isShown = element.tagName === 'iframe' || title === '' || !isPresentational(roleOf(element));
  return isShown ? title : '';
}

/** The nearest ancestor `label`. */
export function closestLabel(element: Element): Element | null {
  const parent = parentOf(element);
  return (parent && labelAround(parent)) ?? null;
}

const labelAround = inherited((element) => (isHtml(element, 'label') ? element : undefined));

/** Names for checks, with limits of their own, so that the verdicts of rules don't depend on them. */
const ownNames = once((dom: Dom) => new AccessibleNames(new AxeDocument(dom)));

/** Accessible name of an element; empty if it has none, or if it takes too long to determine. */
export function accessibleName(dom: Dom, element: Element): string {
  try {
    return ownNames(dom).nameOf(element);
  } catch (error) {
    if (error instanceof Undecided) return '';
    throw error;
  }
}
