import { attribute, type Dom, type Element, isElement } from '../dom/dom.js';
import { isHiddenForEveryone, isHiddenFromAccessibility, isNotRendered } from '../dom/visibility.js';
import { once } from '../dom/once.js';
import { AccessibleNames, closestLabel } from './accessible-name.js';
import { axeDocument, type AxeDocument, sanitized, Undecided } from './axe-document.js';
import {
  explicitRole,
  isNamedFromContents,
  isPresentational,
  mayNeedName,
  roleOf,
  tabIndexOf,
} from './roles.js';

/** Result of a rule: the elements that it applies to, and those that violate it. */
export interface RuleResult {
  readonly judged: readonly Element[];
  readonly violations: readonly Element[];
}

interface NameRule {
  readonly select: (document: AxeDocument) => readonly Element[];
  /** Ways to name the element, besides aria-label, aria-labelledby and title. */
  readonly ways: readonly Way[];
  readonly fails?: (element: Element, tools: Tools) => boolean;
}

type Way = 'content' | 'alt' | 'value' | 'placeholder' | 'labels' | 'presentational' | 'default_text';

interface Tools {
  readonly document: AxeDocument;
  readonly names: AccessibleNames;
}

const UNLABELED_TYPES = new Set(['hidden', 'image', 'button', 'submit', 'reset']);
const BUTTON_TYPES = new Set(['button', 'submit', 'reset']);

/** Rules about missing names. Attribute values are case-sensitive, as in axe.
 *  @see https://github.com/dequelabs/axe-core/tree/develop/lib/rules */
const NAME_RULES = {
  label: {
    select: ({ dom }) => inOrder(dom, 'input', 'textarea').filter((element) => !hasUnlabeledType(element)),
    ways: ['labels', 'placeholder', 'presentational'],
    fails: isHiddenlyLabeled,
  },
  'select-name': {
    select: ({ dom }) => named(dom, 'select'),
    ways: ['labels', 'presentational'],
    fails: isHiddenlyLabeled,
  },
  'button-name': {
    select: ({ dom }) => named(dom, 'button').filter(mayNeedName),
    ways: ['content', 'labels', 'presentational'],
  },
  'link-name': {
    select: ({ dom }) => named(dom, 'a').filter((element) => attribute(element, 'href') !== undefined),
    ways: ['content'],
  },
  'frame-title': {
    select: ({ dom }) => inOrder(dom, 'iframe', 'frame').filter((element) => (tabIndexOf(element) ?? 0) >= 0),
    ways: ['presentational'],
  },
  'input-image-alt': {
    select: ({ dom }) => inputsOf(dom, (type) => type === 'image'),
    ways: ['alt', 'labels'],
  },
  'input-button-name': {
    select: ({ dom }) => inputsOf(dom, (type) => BUTTON_TYPES.has(type)),
    ways: ['value', 'default_text', 'labels', 'presentational'],
  },
  'object-alt': {
    select: ({ dom }) => named(dom, 'object').filter(isPlainObject),
    ways: ['presentational'],
  },
  'image-alt': {
    select: ({ dom }) => named(dom, 'img').filter(mayNeedName),
    ways: ['alt', 'presentational'],
    fails: (image) => /^\s+$/.test(attribute(image, 'alt') ?? '') && !isPresentational(roleOf(image)),
  },
  'empty-heading': {
    select: ({ dom }) => headingsOf(dom),
    ways: ['content'],
  },
} satisfies Record<string, NameRule>;

export type NameRuleId = keyof typeof NAME_RULES;

/** Runs a rule about missing names. */
export function judgeNames(dom: Dom, id: NameRuleId): RuleResult {
  const results = resultsOf(dom);
  const known = results.get(id) ?? judge(dom, id);
  results.set(id, known);
  return known;
}

const resultsOf = once((_dom: Dom) => new Map<NameRuleId, RuleResult>());

function judge(dom: Dom, id: NameRuleId): RuleResult {
  const document = axeDocument(dom);
  const tools = { document, names: new AccessibleNames(document) };
  const rule: NameRule = NAME_RULES[id];
  const judged = rule.select(document).filter((element) => !isHiddenFromAccessibility(element));
  return { judged, violations: judged.filter((element) => isViolation(element, rule, tools)) };
}

/** Levels may increase by one at a time; the first heading may have any level.
 *  @see https://dequeuniversity.com/rules/axe/4.10/heading-order */
export function judgeHeadingOrder(dom: Dom): RuleResult {
  const judged = headingsOf(dom).filter((element) => !isHiddenFromAccessibility(element));
  const violations = judged.filter((heading, index) => {
    const before = judged[index - 1];
    return before !== undefined && levelOf(heading) - levelOf(before) > 1;
  });
  return { judged, violations };
}

/** @see https://dequeuniversity.com/rules/axe/4.10/tabindex */
export function judgeTabindex(dom: Dom): RuleResult {
  const judged = dom.elements.filter(
    (element) => attribute(element, 'tabindex') !== undefined && !isHiddenFromAccessibility(element),
  );
  return { judged, violations: judged.filter((element) => (tabIndexOf(element) ?? 0) > 0) };
}

/** Elements with a tag name, in any namespace. */
export function named(dom: Dom, name: string): readonly Element[] {
  return dom.byName.get(name) ?? [];
}

/** The level of a heading for assistive technology. */
export function levelOf(heading: Element): number {
  const digit = Number(/h(\d)/.exec(heading.tagName)?.[1] ?? 2);
  const level = Number.parseInt(attribute(heading, 'aria-level') ?? '', 10);
  return level >= 1 ? level : digit;
}

const headingsOf = once((dom: Dom): readonly Element[] =>
  dom.elements.filter(
    (element) =>
      (/^h[1-6]$/.test(element.tagName) || attribute(element, 'role') === 'heading') &&
      roleOf(element) === 'heading',
  ),
);

function isViolation(element: Element, { ways, fails }: NameRule, tools: Tools): boolean {
  if (attempt(() => fails?.(element, tools) ?? false, false)) return true;
  const isNamed = [...ways, 'aria_label', 'aria_labelledby', 'title'] as const;
  return !isNamed.some((way) => attempt(() => hasName(element, way, tools), true));
}

/** Evaluates a claim; returns `undecided` if it can't be decided. */
function attempt(claim: () => boolean, undecided: boolean): boolean {
  try {
    return claim();
  } catch (error) {
    if (error instanceof Undecided) return undecided;
    throw error;
  }
}

function hasName(
  element: Element,
  way: Way | 'aria_label' | 'aria_labelledby' | 'title',
  tools: Tools,
): boolean {
  switch (way) {
    case 'content':
      return hasOwnText(element) || tools.names.contentOf(element) !== '';
    case 'labels':
      return isLabeled(element, tools);
    case 'aria_labelledby':
      return tools.names.referencedBy(element) !== '';
    case 'aria_label':
      return hasText(element, 'aria-label');
    case 'alt':
      return element.tagName === 'img' ? attribute(element, 'alt') !== undefined : hasText(element, 'alt');
    case 'presentational':
      return isDecoration(element);
    case 'default_text':
      return attribute(element, 'type') !== 'button' && attribute(element, 'value') === undefined;
    default:
      return hasText(element, way);
  }
}

/** Whether an element is named by its own text, the most common case. */
function hasOwnText(element: Element): boolean {
  const isText = element.childNodes.some((node) => 'value' in node && /\S/.test(node.value));
  return isText && isNamedFromContents(roleOf(element));
}

function hasText(element: Element, name: string): boolean {
  return sanitized(attribute(element, name) ?? '') !== '';
}

function isDecoration(element: Element): boolean {
  const isTitledFrame = /^i?frame$/.test(element.tagName) && attribute(element, 'title') !== undefined;
  if (isTitledFrame && isPresentational(explicitRole(element))) return false;
  return isPresentational(roleOf(element));
}

/** An off-screen label counts even if it is empty; axe has another rule for that. */
function isLabeled(control: Element, { document, names }: Tools): boolean {
  const around = closestLabel(control);
  if (around && names.labelText(around, control) !== '') return true;
  return document
    .labelsFor(control)
    .some((label) => isOffScreen(label) || names.labelText(label, control) !== '');
}

function isHiddenlyLabeled(control: Element, { document, names }: Tools): boolean {
  const [label] = document.labelsFor(control);
  return label !== undefined && isHiddenFromAccessibility(label) && names.nameOf(control) === '';
}

function isOffScreen(label: Element): boolean {
  const style = (attribute(label, 'style') ?? '').toLowerCase();
  const isMoved =
    /position\s*:\s*(absolute|fixed)/.test(style) && /(left|top)\s*:\s*-\d{3,}|clip\s*:\s*rect/.test(style);
  return (
    isHiddenForEveryone(label) ||
    isMoved ||
    /opacity\s*:\s*0(\.0*)?\s*(;|$)|clip-path\s*:\s*inset\((50|100)%/.test(style)
  );
}

function hasUnlabeledType(element: Element): boolean {
  return element.tagName === 'input' && UNLABELED_TYPES.has((attribute(element, 'type') ?? '').toLowerCase());
}

function inputsOf(dom: Dom, isWanted: (type: string) => boolean): Element[] {
  return named(dom, 'input').filter(
    (input) => isWanted(attribute(input, 'type') ?? '') && mayNeedName(input),
  );
}

/** Whether an object has no fallback content. With fallback content, that content is judged instead of the name. */
function isPlainObject(object: Element): boolean {
  const hasFallback = object.childNodes.some((node) =>
    isElement(node) ? !isNotRendered(node) : 'value' in node && node.value.trim() !== '',
  );
  return attribute(object, 'data') !== undefined && mayNeedName(object) && !hasFallback;
}

function inOrder(dom: Dom, ...names: readonly string[]): Element[] {
  return dom.elements.filter((element) => names.includes(element.tagName));
}
