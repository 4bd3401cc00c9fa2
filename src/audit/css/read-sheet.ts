import { type Declarations } from './declarations.js';
import { type Phone } from './phone.js';
import { type CompiledSelector, compiledSelectors } from './selector.js';
import { type SheetItem, sheetItems } from './style-sheet.js';

/** A rule that decides about visibility, its selectors ready. */
export interface ReadRule {
  readonly kind: 'rule';
  readonly layer: string;
  readonly declarations: Declarations;
  readonly selectors: readonly CompiledSelector[];
}

export type ReadItem = ReadRule | Exclude<SheetItem, { kind: 'rule' }>;

/** What matters of a style sheet, in its order. */
export type ReadSheet = readonly ReadItem[];

/** Characters of the texts whose sheets are kept. */
const KEPT_CHARACTERS = 1_000_000;
/** Items that a sheet has at most to be kept. */
const KEPT_ITEMS = 5000;

/** Many pages share their style sheets. The last ones are kept, by their text. */
export class SheetReader {
  private readonly kept = new Map<string, ReadSheet>();
  private keptCharacters = 0;

  constructor(
    private readonly isQuirky: boolean,
    readonly phone: Phone,
  ) {}

  read(text: string): ReadSheet {
    const known = this.kept.get(text);
    if (known) {
      this.kept.delete(text);
      this.kept.set(text, known);
      return known;
    }
    const sheet = sheetItems(text, this.phone).map((item) => this.ready(item));
    this.keep(text, sheet);
    return sheet;
  }

  private ready(item: SheetItem): ReadItem {
    if (item.kind !== 'rule') return item;
    const { kind, layer, declarations, selector } = item;
    return { kind, layer, declarations, selectors: compiledSelectors(selector, this.isQuirky) };
  }

  private keep(text: string, sheet: ReadSheet): void {
    if (text.length > KEPT_CHARACTERS / 4 || sheet.length > KEPT_ITEMS) return;
    this.kept.set(text, sheet);
    this.keptCharacters += text.length;
    for (const [oldest] of this.kept) {
      if (this.keptCharacters <= KEPT_CHARACTERS) return;
      this.kept.delete(oldest);
      this.keptCharacters -= oldest.length;
    }
  }
}
