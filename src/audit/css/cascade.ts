import { attribute, type Dom, type Element } from '../dom/dom.js';
import { presentationOf } from '../dom/shown-style.js';
import { declarationsIn, type Declarations, type Property, type Style } from './declarations.js';
import { LayerOrder } from './layer-order.js';
import { type ReadItem, type ReadRule } from './read-sheet.js';
import { type CompiledSelector, type Specificity } from './selector.js';
import { countSteps, resetSteps, TooManySteps } from './tree-adapter.js';

interface Rule {
  readonly selector: CompiledSelector;
  readonly declarations: Declarations;
  /** Of its normal declarations, then of its important ones; higher wins. */
  readonly weights: readonly [normal: number, important: number];
}

/** Rules by what an element must have to be matched by them. */
type RuleIndex = Map<string, Rule[]>;

const ANY = '*';
/** A layer weighs more than any ids, an id more than any classes, and so on down to the order of rules. */
const WEIGHT = { layer: 2 ** 40, id: 2 ** 34, class: 2 ** 27, type: 2 ** 20 };
const MAX_COUNT = 63;
const STYLE_ATTRIBUTE = Number.MAX_SAFE_INTEGER;

/** Lets style sheets decide how the elements of a document are shown.
 *  @param items of all sheets, in the order in which they count
 *  @returns false where that took too many steps: some elements are as without style sheets
 *  @see https://drafts.csswg.org/css-cascade-5/#cascading */
export function applyStyleSheets(dom: Dom, items: readonly ReadItem[]): boolean {
  const index = indexOf(items);
  if (index.size === 0) return true;
  resetSteps();
  try {
    const isQuirky = dom.mode === 'quirks';
    for (const element of dom.elements) {
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
    if (item.kind === 'rule') for (const rule of rulesOf(item, layers, place)) note(index, rule);
  }
  return index;
}

function rulesOf({ selectors, declarations, layer }: ReadRule, layers: LayerOrder, place: number): Rule[] {
  const [normal, important] = layers.ranksOf(layer).map((rank) => rank * WEIGHT.layer + place);
  return selectors.map((selector) => {
    const own = weightOf(selector.specificity);
    return { selector, declarations, weights: [(normal ?? 0) + own, (important ?? 0) + own] };
  });
}

function weightOf(specificity: Specificity): number {
  const [ids, classes, types] = specificity.map((count) => Math.min(count, MAX_COUNT));
  return (ids ?? 0) * WEIGHT.id + (classes ?? 0) * WEIGHT.class + (types ?? 0) * WEIGHT.type;
}

function note(index: RuleIndex, rule: Rule): void {
  for (const key of rule.selector.keys ?? [ANY]) {
    const rules = index.get(key);
    if (rules) rules.push(rule);
    else index.set(key, [rule]);
  }
}

function candidatesFor(element: Element, index: RuleIndex, isQuirky: boolean): Rule[] {
  const found = [index.get(ANY), index.get(element.tagName.toLowerCase())];
  for (const { name, value } of element.attrs) {
    const text = isQuirky ? value.toLowerCase() : value;
    if (name === 'id') found.push(index.get(`#${text}`));
    else if (name === 'class') for (const word of wordsOf(text)) found.push(index.get(`.${word}`));
  }
  return found.flatMap((rules) => rules ?? []);
}

function wordsOf(text: string): Iterable<string> {
  return /\s/.test(text) ? new Set(text.split(/[ \t\n\f\r]+/)) : [text];
}

/** What wins, the style attribute included; undefined where no rule matches, and it alone counts. */
function styleOf(element: Element, candidates: readonly Rule[]): Style | undefined {
  if (candidates.length === 0) return undefined;
  countSteps(candidates.length);
  const winners = new Winners();
  // The last ones first: what is equal and before them then needs no matching.
  for (const rule of candidates.toReversed()) {
    if (winners.wouldChangeBy(rule) && rule.selector.matches(element)) winners.add(rule);
  }
  if (winners.isEmpty) return undefined;
  const own = declarationsIn(attribute(element, 'style') ?? '');
  if (own) winners.add({ declarations: own, weights: [STYLE_ATTRIBUTE, STYLE_ATTRIBUTE] });
  return { ...presentationOf(element), ...winners.style() };
}

interface Winner {
  readonly weight: number;
  readonly value: string;
}

type Contender = Pick<Rule, 'declarations' | 'weights'>;

/** The declarations that win so far. */
class Winners {
  private readonly normal = new Map<Property, Winner>();
  private readonly important = new Map<Property, Winner>();

  get isEmpty(): boolean {
    return this.normal.size + this.important.size === 0;
  }

  wouldChangeBy({ declarations, weights: [normal, important] }: Contender): boolean {
    return (
      beats(this.normal, declarations.normal, normal) ||
      beats(this.important, declarations.important, important)
    );
  }

  add({ declarations, weights: [normal, important] }: Contender): void {
    take(this.normal, declarations.normal, normal);
    take(this.important, declarations.important, important);
  }

  style(): Style {
    const style: Partial<Record<Property, string>> = {};
    for (const winners of [this.normal, this.important]) {
      for (const [property, { value }] of winners) style[property] = value;
    }
    return style;
  }
}

function entriesOf(style: Style): [Property, string][] {
  return Object.entries(style) as [Property, string][];
}

function beats(winners: ReadonlyMap<Property, Winner>, style: Style, weight: number): boolean {
  return entriesOf(style).some(([property]) => weight > (winners.get(property)?.weight ?? -1));
}

function take(winners: Map<Property, Winner>, style: Style, weight: number): void {
  for (const [property, value] of entriesOf(style)) {
    if (weight > (winners.get(property)?.weight ?? -1)) winners.set(property, { weight, value });
  }
}
