import { compile, type Options } from 'css-select';
import { AttributeAction, parse, type Selector, SelectorType } from 'css-what';
import { type Element, type Node } from '../dom/dom.js';
import { PSEUDO_CLASSES, isSelector } from './pseudo-classes.js';
import { treeAdapter } from './tree-adapter.js';

/** One selector of a rule. */
export interface CompiledSelector {
  /** Keys (`#id`, `.class` or `tag`), one of which a matching element has; null: any element can match. */
  readonly keys: readonly string[] | null;
  readonly specificity: Specificity;
  matches(element: Element): boolean;
}

/** Counts of ids, of classes and the like, and of types. */
export type Specificity = readonly [ids: number, classes: number, types: number];

const NONE: Specificity = [0, 0, 0];
/** Nested parentheses take as many nested calls. */
const MAX_GROUPS = 200;
const never = () => false;

/** Selectors of a list that can match elements.
 *  @param isQuirky in quirks mode, ids and classes are case-insensitive
 *  @returns an empty list if one selector is invalid, because browsers then drop the rule
 *  @see https://drafts.csswg.org/selectors-4/ */
export function compiledSelectors(list: string, isQuirky: boolean): CompiledSelector[] {
  if (list.split('(').length > MAX_GROUPS) return [];
  try {
    const selectors = parse(list);
    const known = selectors.every(isSelector);
    return known ? selectors.filter(matchesElements).map((selector) => compiled(selector, isQuirky)) : [];
  } catch {
    return [];
  }
}

/** Compiles on first use, because most selectors are never used. */
function compiled(selector: Selector[], isQuirky: boolean): CompiledSelector {
  const specificity = specificityOf(selector);
  const keys = keysOf(selector)?.map((key) => (isQuirky ? key.toLowerCase() : key)) ?? null;
  const options: Options<Node, Element> = {
    adapter: treeAdapter,
    pseudos: PSEUDO_CLASSES,
    quirksMode: isQuirky,
    cacheResults: false,
  };
  let match: ((element: Element) => boolean) | null = null;
  return {
    keys,
    specificity,
    matches(element) {
      match ??= matcherOf(selector, options);
      return match(element);
    },
  };
}

/** Compiling can fail for an invalid argument, as in `:nth-child(x)`. */
function matcherOf(selector: Selector[], options: Options<Node, Element>): (element: Element) => boolean {
  try {
    return compile<Node, Element>([selector], options);
  } catch {
    return never;
  }
}

function matchesElements(selector: readonly Selector[]): boolean {
  return !selector.some(({ type }) => type === SelectorType.PseudoElement);
}

/** Keys of the last compound selector, which applies to the element itself. */
function keysOf(selector: readonly Selector[]): string[] | null {
  const start = selector.findLastIndex(({ type }) => COMBINATORS.has(type)) + 1;
  const candidates = selector
    .slice(start)
    .map(keysOfPart)
    .filter((keys) => keys !== null);
  return candidates.sort((a, b) => rank(a) - rank(b))[0] ?? null;
}

const COMBINATORS = new Set<SelectorType>([
  SelectorType.Adjacent,
  SelectorType.Child,
  SelectorType.Descendant,
  SelectorType.Sibling,
]);

function keysOfPart(part: Selector): string[] | null {
  if (part.type === SelectorType.Tag) return [part.name.toLowerCase()];
  if (part.type === SelectorType.Attribute) {
    if (part.name === 'id' && part.action === AttributeAction.Equals) return [`#${part.value}`];
    return part.name === 'class' && part.action === AttributeAction.Element ? [`.${part.value}`] : null;
  }
  if (part.type !== SelectorType.Pseudo) return null;
  if (part.name === 'root') return ['html'];
  if ((part.name !== 'is' && part.name !== 'where') || !Array.isArray(part.data)) return null;
  const keys = part.data.map(keysOf);
  return keys.includes(null) ? null : keys.flatMap((list) => list ?? []);
}

/** Ids are rarer than classes, and those than tags. */
function rank(keys: readonly string[]): number {
  return Math.max(...keys.map((key) => (key.startsWith('#') ? 0 : key.startsWith('.') ? 1 : 2)));
}

/** @see https://drafts.csswg.org/selectors-4/#specificity-rules */
function specificityOf(selector: readonly Selector[]): Specificity {
  return selector.map(specificityOfPart).reduce(sum, NONE);
}

function specificityOfPart(part: Selector): Specificity {
  switch (part.type) {
    case SelectorType.Tag:
      return [0, 0, 1];
    case SelectorType.Attribute:
      return part.name === 'id' && part.ignoreCase === 'quirks' ? [1, 0, 0] : [0, 1, 0];
    case SelectorType.Pseudo:
      if (part.name === 'where') return NONE;
      return Array.isArray(part.data) ? part.data.map(specificityOf).reduce(larger, NONE) : [0, 1, 0];
    default:
      return NONE;
  }
}

function sum(a: Specificity, b: Specificity): Specificity {
  return [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
}

function larger(a: Specificity, b: Specificity): Specificity {
  return (a[0] - b[0] || a[1] - b[1] || a[2] - b[2]) >= 0 ? a : b;
}
