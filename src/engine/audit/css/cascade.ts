import { attribute, type Dom, type Element } from '../dom/dom.js';
import { isInShadow } from '../dom/shadow-roots.js';
import { presentationOf } from '../dom/shown-style.js';
import { declarationsIn, type Declarations, type Property, type Style } from './declarations.js';
import { LayerOrder, NORMAL_RANKS } from './layer-order.js';
import { type ReadItem, type ReadRule } from './read-sheet.js';
import { type CompiledSelector, type Specificity } from './selector.js';
import { countSteps, resetSteps, TooManySteps } from './tree-adapter.js';

/** A rule's value for one property. */
interface Claim {
  readonly property: Property;
  readonly value: string;
  /** The claim with the highest weight wins. */
  readonly weight: number;
}

interface Rule {
  readonly selector: CompiledSelector;
  readonly claims: readonly Claim[];
}

/** Rules by a key (id, class or tag) that matching elements have. */
type RuleIndex = Map<string, Rule[]>;

const ANY = '*';
/** A layer outweighs any number of ids, an id any number of classes, and so on down to the order of rules. */
const WEIGHT = { layer: 2 ** 40, id: 2 ** 34, class: 2 ** 27, type: 2 ** 20 };
const MAX_COUNT = 63;
/** Outweighs every selector; important declarations have higher ranks than normal ones. */
const STYLE_ATTRIBUTE = { normal: NORMAL_RANKS * WEIGHT.layer, important: Number.MAX_SAFE_INTEGER };

/** Applies style sheets to the elements of a document.
 *  @param items of all sheets, in cascade order
 *  @returns false if that took too many steps, so that some elements are unstyled
 *  @see https://drafts.csswg.org/css-cascade-5/#cascading */
export function applyStyleSheets(dom: Dom, items: readonly ReadItem[]): boolean {
  const index = indexOf(items);
  if (index.size === 0) return true;
  resetSteps();
  try {
    const isQuirky = dom.mode === 'quirks';
    for (const element of dom.elements) {
      if (isInShadow(element)) continue;
      const style = styleOf(element, candidatesFor(element, index, isQuirky));
      if (style) element.style = style;
    }
    return true;
  } catch (error) {
    if (error instanceof TooManySteps) return false;
    throw error;
  }
}

function indexOf(items: readonly ReadItem[]): RuleIndex {
  const layers = new LayerOrder(items.flatMap((item) => (item.kind === 'layer' ? [item.layer] : [])));
  const index: RuleIndex = new Map();
  for (const [place, item] of items.entries()) {
    if (item.kind === 'rule') for (const rule of rulesOf(item, layers, place)) addToIndex(index, rule);
  }
  return index;
}

function rulesOf({ selectors, declarations, layer }: ReadRule, layers: LayerOrder, place: number): Rule[] {
  const [normal, important] = layers.ranksOf(layer).map((rank) => rank * WEIGHT.layer + place);
  return selectors.map((selector) => {
    const own = weightOf(selector.specificity);
    return {
      selector,
      claims: claimsIn(declarations, { normal: (normal ?? 0) + own, important: (important ?? 0) + own }),
    };
  });
}

function claimsIn(
  { normal, important }: Declarations,
  weights: { readonly normal: number; readonly important: number },
): Claim[] {
  return [
    ...entriesOf(normal).map(([property, value]) => ({ property, value, weight: weights.normal })),
    ...entriesOf(important).map(([property, value]) => ({ property, value, weight: weights.important })),
  ];
}

function entriesOf(style: Style): [Property, string][] {
  return Object.entries(style) as [Property, string][];
}

function weightOf(specificity: Specificity): number {
  const [ids, classes, types] = specificity.map((count) => Math.min(count, MAX_COUNT));
  return (ids ?? 0) * WEIGHT.id + (classes ?? 0) * WEIGHT.class + (types ?? 0) * WEIGHT.type;
}

function addToIndex(index: RuleIndex, rule: Rule): void {
  for (const key of rule.selector.keys ?? [ANY]) {
    const rules = index.get(key);
    if (rules) rules.push(rule);
    else index.set(key, [rule]);
  }
}

/** Rules that can match an element, in groups. */
function candidatesFor(element: Element, index: RuleIndex, isQuirky: boolean): (readonly Rule[])[] {
  const groups: (readonly Rule[])[] = [];
  const add = (key: string) => {
    const rules = index.get(key);
    if (rules) groups.push(rules);
  };
  add(ANY);
  add(element.tagName.toLowerCase());
  for (const { name, value } of element.attrs) {
    if (name !== 'id' && name !== 'class') continue;
    const text = isQuirky ? value.toLowerCase() : value;
    if (name === 'id') add(`#${text}`);
    else for (const word of wordsOf(text)) add(`.${word}`);
  }
  return groups;
}

function wordsOf(text: string): Iterable<string> {
  return /\s/.test(text) ? new Set(text.split(/[ \t\n\f\r]+/)) : [text];
}

/** The winning style, including the style attribute; undefined if no rule matches. */
function styleOf(element: Element, groups: readonly (readonly Rule[])[]): Style | undefined {
  const winners: Winners = {};
  for (const rules of groups) {
    countSteps(rules.length);
    // In reverse order, so that overridden rules need no matching.
    for (let index = rules.length - 1; index >= 0; index--) {
      const rule = rules[index];
      if (rule && wouldChange(winners, rule) && rule.selector.matches(element)) take(winners, rule.claims);
    }
  }
  if (Object.keys(winners).length === 0) return undefined;
  const own = declarationsIn(attribute(element, 'style') ?? '');
  if (own) take(winners, claimsIn(own, STYLE_ATTRIBUTE));
  const style: Partial<Record<Property, string>> = { ...presentationOf(element) };
  for (const { property, value } of Object.values(winners)) style[property] = value;
  return style;
}

type Winners = Partial<Record<Property, Claim>>;

function wouldChange(winners: Winners, { claims }: Rule): boolean {
  for (const { property, weight } of claims) if (weight > (winners[property]?.weight ?? -1)) return true;
  return false;
}

function take(winners: Winners, claims: readonly Claim[]): void {
  for (const claim of claims) {
    if (claim.weight > (winners[claim.property]?.weight ?? -1)) winners[claim.property] = claim;
  }
}
