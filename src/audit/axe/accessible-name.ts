import { html } from 'parse5';
import { attribute, descendants, type Element, isElement, type Node, textContent } from '../dom/dom.js';
import { parentOf } from '../dom/inherited.js';
import { isHiddenForEveryone, isHiddenFromAccessibility } from '../dom/visibility.js';
import { type AxeDocument, sanitized, Undecided } from './axe-document.js';
import { explicitRole, isNamedFromContents, isPresentational, roleOf } from './roles.js';

/** What is being named, and by what way the computation came here. */
interface Context {
  readonly start: Element;
  readonly isReferenced?: boolean;
  readonly isInLabel?: boolean;
  readonly isBelow?: boolean;
  /** Whether hidden content counts: what is referenced while hidden gives all its text. */
  readonly countsHidden?: boolean;
  /** Elements whose content or labels were read; each is read once. */
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

/** Computes accessible names as axe does; only markup decides. Its methods throw {@link Undecided} where axe leaves
 *  the verdict open.
 *  @see https://github.com/dequelabs/axe-core/tree/develop/lib/commons/text */
export class AccessibleNames {
  constructor(private readonly document: AxeDocument) {}

  nameOf(element: Element): string {
    return sanitized(this.textOf(element, this.from(element)));
  }

  /** Name by the content alone. */
  contentOf(element: Element): string {
    return sanitized(this.subtree(element, this.from(element)));
  }

  /** Name by `aria-labelledby` alone. */
  referencedBy(element: Element): string {
    return sanitized(this.labelledBy(element, this.from(element)));
  }

  /** What a label says of a control. */
  labelText(label: Element, control: Element): string {
    return sanitized(this.textOf(label, { ...this.from(control), isInLabel: true }));
  }

  private from(start: Element): Context {
    return { start, processed: new Set(), depth: 0 };
  }

  private textOf(node: Node, given: Context): string {
    this.document.visit();
    if (given.depth > MAX_DEPTH) return '';
    if (!isElement(node)) return 'value' in node ? node.value : '';
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
    (element) => attribute(element, 'aria-label') ?? '',
    (element, context) => this.native(element, context),
    (element, context) => this.formValue(element, context),
    (element, context) => this.subtree(element, context),
    (element) => titleOf(element),
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
        return inputValue(element);
      case 'alt':
      case 'placeholder':
      case 'summary':
        return attribute(element, method) ?? '';
      case 'title_text':
        return titleOf(element);
      case 'submit':
        return DEFAULT_TEXTS[(attribute(element, 'type') ?? '').toLowerCase()] ?? '';
      case 'blank':
        return ' ';
      default:
        return this.firstBelow(element, { name: method, context });
    }
  }

  /** Text of the first part of a name, unless another element of the whole's kind comes before it. */
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
    const labels = new Set([...this.document.labelsFor(control), ...(around ? [around] : [])]);
    return [...labels]
      .map((label) => this.textOf(label, { ...deeper(context), isInLabel: true }))
      .filter((text) => text !== '')
      .join(' ');
  }

  private formValue(element: Element, context: Context): string {
    const role = roleOf(element);
    if (element === context.start || role === null || role === 'progressbar' || !VALUE_ROLES.has(role))
      return '';
    if (element.tagName === 'textarea') return textContent(element);
    if (element.tagName === 'input') {
      const type = (attribute(element, 'type') ?? '').toLowerCase();
      if (!NO_TEXT_TYPES.has(type)) return inputValue(element);
    }
    if (element.tagName === 'select') return selectedText(element);
    if (explicitRole(element) === 'textbox') return this.subtree(element, { ...context, isBelow: true });
    const now = attribute(element, 'aria-valuenow');
    if (now !== undefined && role !== 'combobox' && role !== 'listbox') return String(Number(now) || 0);
    return '';
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

/** Hidden content is decided once, where the computation enters what is referenced. */
function isEntering(context: Context): boolean {
  return context.isReferenced === true && context.countsHidden === undefined;
}

type Method =
  | 'content'
  | 'labels'
  | 'value'
  | 'alt'
  | 'placeholder'
  | 'summary'
  | 'title_text'
  | 'submit'
  | 'blank'
  | 'legend'
  | 'figcaption'
  | 'caption'
  | 'title';

/** How each kind of element is named by HTML itself, first to last. */
const NATIVE: Readonly<Record<string, readonly Method[]>> = {
  link: ['content'],
  button: ['content'],
  output: ['content'],
  summary: ['content'],
  area: ['alt'],
  img: ['alt'],
  input_button: ['value', 'title_text', 'submit'],
  input_image: ['alt', 'value', 'labels', 'title_text', 'submit'],
  input: ['labels', 'placeholder'],
  select: ['labels'],
  textarea: ['labels', 'placeholder'],
  fieldset: ['legend'],
  figure: ['figcaption', 'title_text'],
  table: ['caption', 'summary'],
  svg: ['title'],
  br: ['title_text', 'blank'],
  hr: ['title_text', 'blank'],
};
const DEFAULT_TEXTS: Readonly<Record<string, string>> = { submit: 'Submit', image: 'Submit', reset: 'Reset' };

function nativeKind(element: Element): string {
  if (element.tagName === 'a') return attribute(element, 'href') === undefined ? '' : 'link';
  if (element.tagName !== 'input') return element.tagName;
  const type = (attribute(element, 'type') ?? '').toLowerCase();
  if (type === 'image') return 'input_image';
  return type === 'button' || type === 'submit' || type === 'reset' ? 'input_button' : 'input';
}

function titleOf(element: Element): string {
  const title = attribute(element, 'title') ?? '';
  const isShown = element.tagName === 'iframe' || title === '' || !isPresentational(roleOf(element));
  return isShown ? title : '';
}

/** What the control holds before anybody typed.
 *  @see https://html.spec.whatwg.org/multipage/input.html#value-sanitization-algorithm */
function inputValue(input: Element): string {
  const value = attribute(input, 'value') ?? '';
  switch ((attribute(input, 'type') ?? '').toLowerCase()) {
    case 'number':
      return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(value) ? value : '';
    case 'range':
      return /^-?\d+(\.\d+)?$/.test(value) ? value : '50';
    default:
      return value;
  }
}

/** @throws Undecided where there is no option */
function selectedText(select: Element): string {
  const options = [...descendants(select)].filter(
    (node): node is Element => isElement(node) && node.tagName === 'option',
  );
  if (options.length === 0) throw new Undecided();
  const selected = options.filter((option) => attribute(option, 'selected') !== undefined);
  const chosen = selected.length > 0 ? selected : options.slice(0, 1);
  return chosen.map((option) => (isHiddenForEveryone(option) ? '' : textContent(option))).join(' ');
}

/** The nearest `label` around an element. */
export function closestLabel(element: Element): Element | null {
  for (let node = parentOf(element); node; node = parentOf(node)) {
    if (node.tagName === 'label' && node.namespaceURI === html.NS.HTML) return node;
  }
  return null;
}
