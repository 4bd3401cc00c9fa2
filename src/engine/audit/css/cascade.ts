import { attribute, type Dom, type Element } from '../dom/dom.js';
import { isInShadow } from '../dom/shadow-roots.js';
import { presentationOf } from '../dom/shown-style.js';
import { type Declarations, type Style, type Vocabulary } from './declarations.js';
import { LayerOrder, NORMAL_RANKS } from './layer-order.js';
import { type ReadItem, type ReadRule } from './read-sheet.js';
import { type CompiledSelector, type Specificity } from './selector.js';
import { countSteps, resetSteps, TooManySteps } from './tree-adapter.js';
import { VISIBILITY, type VisibilityProperty } from './visibility-style.js';

/** A rule's value for one property. */
interface Claim<P> {
  readonly property: P;
  readonly value: string;
  /** The claim with the highest weight wins. */
  readonly weight: number;
}

interface Rule<P> {
  readonly selector: CompiledSelector;
  readonly claims: readonly Claim<P>[];
}

/** Rules by a key (id, class or tag) that matching elements have. */
type RuleIndex<P> = Map<string, Rule<P>[]>;

type Winners<P extends string> = Partial<Record<P, Claim<P>>>;

const ANY = '*';
/** A layer outweighs any number of ids, an id any number of classes, and so on down to the order of rules. */
const WEIGHT = { layer: 2 ** 40, id: 2 ** 34, class: 2 ** 27, type: 2 ** 20 };
const MAX_COUNT = 63;
/** Outweighs every selector; important declarations have higher ranks than normal ones. */
const STYLE_ATTRIBUTE = { normal: NORMAL_RANKS * WEIGHT.layer, important: Number.MAX_SAFE_INTEGER };

/** Applies style sheets to the elements of a document.
 *  @param items of all sheets, in cascade order
 *  @returns false if that took too many steps, so that some elements are unstyled */
export function applyStyleSheets(dom: Dom, items: readonly ReadItem<VisibilityProperty>[]): boolean {
  const cascade = new Cascade(VISIBILITY, items, dom.mode === 'quirks');
  if (cascade.isEmpty) return true;
  return withinSteps(() => {
    for (const element of dom.elements) {
      const style = cascade.styleOf(element);
      if (style) element.style = { ...presentationOf(element), ...style };
    }
  });
}

/** @returns false if it took too many steps */
export function withinSteps(task: () => void): boolean {
  resetSteps();
  try {
    task();
    return true;
  } catch (error) {
    if (error instanceof TooManySteps) return false;
    throw error;
  }
}

/** The rules of a document's style sheets.
 *  @see https://drafts.csswg.org/css-cascade-5/#cascading */
export class Cascade<P extends string> {
  private readonly index: RuleIndex<P>;

  /** @param items of all sheets, in cascade order */
  constructor(
    private readonly vocabulary: Vocabulary<P>,
    items: readonly ReadItem<P>[],
    private readonly isQuirky: boolean,
  ) {
    this.index = indexOf(items);
  }

  get isEmpty(): boolean {
    return this.index.size === 0;
  }

  /** The winning style, including the style attribute; undefined if no rule matches.
   *  @throws TooManySteps */
  styleOf(element: Element): Style<P> | undefined {
    if (isInShadow(element)) return undefined;
    const winners: Winners<P> = {};
    for (const rules of candidatesFor(element, this.index, this.isQuirky)) {
      countSteps(rules.length);
      // In reverse order, so that overridden rules need no matching.
      for (let index = rules.length - 1; index >= 0; index--) {
        const rule = rules[index];
        if (rule && wouldChange(winners, rule) && rule.selector.matches(element)) take(winners, rule.claims);
      }
    }
    if (Object.keys(winners).length === 0) return undefined;
    const own = this.vocabulary.declarationsIn(attribute(element, 'style') ?? '');
    if (own) take(winners, claimsIn(own, STYLE_ATTRIBUTE));
    return valuesOf(winners);
  }
}

function indexOf<P extends string>(items: readonly ReadItem<P>[]): RuleIndex<P> {
  const layers = new LayerOrder(items.flatMap((item) => (item.kind === 'layer' ? [item.layer] : [])));
  const index: RuleIndex<P> = new Map();
  for (const [place, item] of items.entries()) {
    if (item.kind === 'rule') for (const rule of rulesOf(item, layers, place)) addToIndex(index, rule);
  }
  return index;
}

function rulesOf<P extends string>(
  { selectors, declarations, layer }: ReadRule<P>,
  layers: LayerOrder,
  place: number,
): Rule<P>[] {
  const [normal, important] = layers.ranksOf(layer).map((rank) => rank * WEIGHT.layer + place);
  return selectors.map((selector) => {
    const own = weightOf(selector.specificity);
    return {
      selector,
      claims: claimsIn(declarations, { normal: (normal ?? 0) + own, important: (important ?? 0) + own }),
    };
  });
}

function claimsIn<P extends string>(
  { normal, important }: Declarations<P>,
  weights: { readonly normal: number; readonly important: number },
): Claim<P>[] {
  return [
    ...entriesOf(normal).map(([property, value]) => ({ property, value, weight: weights.normal })),
    ...entriesOf(important).map(([property, value]) => ({ property, value, weight: weights.important })),
  ];
}

function entriesOf<P extends string>(style: Style<P>): [P, string][] {
  return Object.entries(style) as [P, string][];
}

function weightOf(specificity: Specificity): number {
  const [ids, classes, types] = specificity.map((count) => Math.min(count, MAX_COUNT));
  return (ids ?? 0) * WEIGHT.id + (classes ?? 0) * WEIGHT.class + (types ?? 0) * WEIGHT.type;
}

function addToIndex<P>(index: RuleIndex<P>, rule: Rule<P>): void {
  for (const key of rule.selector.keys ?? [ANY]) {
    const rules = index.get(key);
    if (rules) rules.push(rule);
    else index.set(key, [rule]);
  }
}

/** Rules that can match an element, in groups. */
function candidatesFor<P>(element: Element, index: RuleIndex<P>, isQuirky: boolean): (readonly Rule<P>[])[] {
  const groups: (readonly Rule<P>[])[] = [];
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

function valuesOf<P extends string>(winners: Winners<P>): Style<P> {
  const style: Partial<Record<P, string>> = {};
  for (const { property, value } of Object.values<Claim<P>>(winners as Record<P, Claim<P>>))
    style[property] = value;
  return style;
}

function wouldChange<P extends string>(winners: Winners<P>, { claims }: Rule<P>): boolean {
  for (const { property, weight } of claims) if (weight > (winners[property]?.weight ?? -1)) return true;
  return false;
}

function take<P extends string>(winners: Winners<P>, claims: readonly Claim<P>[]): void {
  for (const claim of claims) {
    if (claim.weight > (winners[claim.property]?.weight ?? -1)) winners[claim.property] = claim;
  }
}
