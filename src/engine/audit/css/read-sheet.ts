import { type Declarations, type Vocabulary } from './declarations.js';
import { type Phone } from './phone.js';
import { type CompiledSelector, compiledSelectors } from './selector.js';
import { type SheetItem, sheetItems } from './style-sheet.js';

/** A relevant rule with its compiled selectors. */
export interface ReadRule<P extends string> {
  readonly kind: 'rule';
  readonly layer: string;
  readonly declarations: Declarations<P>;
  readonly selectors: readonly CompiledSelector[];
}

export type ReadItem<P extends string> = ReadRule<P> | Exclude<SheetItem<P>, { kind: 'rule' }>;

/** The relevant items of a style sheet, in order. */
export type ReadSheet<P extends string> = readonly ReadItem<P>[];

/** Maximum total length of cached style sheets. */
const CACHED_CHARACTERS = 1_000_000;
/** Maximum number of items in a cached style sheet. */
const CACHED_ITEMS = 5000;

/** Parses style sheets. Caches the latest ones by their text, since many pages share style sheets. */
export class SheetReader<P extends string> {
  private readonly cached = new Map<string, ReadSheet<P>>();
  private cachedCharacters = 0;

  constructor(
    private readonly vocabulary: Vocabulary<P>,
    private readonly isQuirky: boolean,
    readonly phone: Phone,
  ) {}

  read(text: string): ReadSheet<P> {
    const known = this.cached.get(text);
    if (known) {
      this.cached.delete(text);
      this.cached.set(text, known);
      return known;
    }
    const sheet = sheetItems(text, this.phone, this.vocabulary).map((item) => this.compiled(item));
    this.cache(text, sheet);
    return sheet;
  }

  private compiled(item: SheetItem<P>): ReadItem<P> {
    if (item.kind !== 'rule') return item;
    const { kind, layer, declarations, selector } = item;
    return { kind, layer, declarations, selectors: compiledSelectors(selector, this.isQuirky) };
  }

  private cache(text: string, sheet: ReadSheet<P>): void {
    if (text.length > CACHED_CHARACTERS / 4 || sheet.length > CACHED_ITEMS) return;
    this.cached.set(text, sheet);
    this.cachedCharacters += text.length;
    for (const [oldest] of this.cached) {
      if (this.cachedCharacters <= CACHED_CHARACTERS) return;
      this.cached.delete(oldest);
      this.cachedCharacters -= oldest.length;
    }
  }
}
