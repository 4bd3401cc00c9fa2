import { type Declarations, DeclarationReader, type Vocabulary } from './declarations.js';
import { matchesMedia } from './media-query.js';
import { type Phone } from './phone.js';
import { endOfBlock, nextDelimiter, splitAtCommas, uncommented } from './scanner.js';
import { isSupported } from './supports.js';

/** A relevant item of a style sheet. */
export type SheetItem<P extends string> =
  /** Only the first mention of a layer counts. */
  | { readonly kind: 'layer'; readonly layer: string }
  | { readonly kind: 'import'; readonly address: string; readonly layer: string | null }
  | {
      readonly kind: 'rule';
      readonly selector: string;
      readonly layer: string;
      readonly declarations: Declarations<P>;
    };

/** An open block. */
interface Block {
  /** Position of the innermost style rule's selector; null: none. Most are never read. */
  readonly prelude: readonly [start: number, end: number] | null;
  /** The surrounding block of that selector. */
  readonly outer: Block | null;
  /** Full name of the layer, like `base.reset.`; empty: none. */
  readonly layer: string;
}

const OUTSIDE: Block = { prelude: null, outer: null, layer: '' };
/** Nested selectors contain their parents' selectors, so they can double with each level. */
const MAX_SELECTOR_CHARACTERS = 10_000;
const MAX_DEPTH = 50;
/** Maximum number of items of one style sheet; the rest is ignored. The largest frameworks have some thousand. */
export const MAX_ITEMS = 20_000;
const MAX_IMPORT_CHARACTERS = 8000;

/** Reads the rules of a style sheet that set properties of a vocabulary on a phone.
 *  @see https://drafts.csswg.org/css-syntax-3/ */
export function sheetItems<P extends string>(
  text: string,
  phone: Phone,
  vocabulary: Vocabulary<P>,
): SheetItem<P>[] {
  return new RuleReader(text, phone, vocabulary).items;
}

/** URLs that a style sheet imports for a phone. Imports are only valid at its start.
 *  @param max maximum number of URLs */
export function importsIn(text: string, { max, phone }: { max: number; phone: Phone }): string[] {
  const addresses: string[] = [];
  for (let start = 0; start < text.length && addresses.length < max;) {
    const end = nextDelimiter(text, start);
    const statement = uncommented(text.slice(start, end)).trim();
    if (text[end] !== ';' || !/^@(import|layer|charset)\b/i.test(statement)) break;
    const found = /^@import\b/i.test(statement) ? importIn(statement.slice('@import'.length), phone) : null;
    if (found) addresses.push(found.address);
    start = end + 1;
  }
  return addresses;
}

class RuleReader<P extends string> {
  readonly items: SheetItem<P>[] = [];
  private readonly blocks: Block[] = [];
  private readonly declarations: DeclarationReader<P>;
  private block: Block = OUTSIDE;
  private mayImport = true;
  private anonymous = 0;

  constructor(
    private readonly text: string,
    private readonly phone: Phone,
    private readonly vocabulary: Vocabulary<P>,
  ) {
    this.declarations = new DeclarationReader(vocabulary);
    for (let start = 0; start < text.length && this.items.length < MAX_ITEMS;) {
      const end = nextDelimiter(text, start);
      start = this.readUntil(start, end);
    }
    this.endRule();
  }

  /** @returns position to continue at */
  private readUntil(start: number, end: number): number {
    switch (this.text[end]) {
      case '{':
        return this.open(start, end);
      case ';':
        this.takeStatement(start, end);
        return end + 1;
      default:
        this.takeDeclaration(start, end);
        if (end < this.text.length) this.close();
        return end + 1;
    }
  }

  private open(start: number, end: number): number {
    this.endRule();
    const next = this.blocks.length < MAX_DEPTH ? this.blockAfter(start, end) : null;
    if (!next) return endOfBlock(this.text, end + 1);
    this.blocks.push(this.block);
    this.block = next;
    return end + 1;
  }

  /** @returns null if the block is irrelevant */
  private blockAfter(start: number, end: number): Block | null {
    this.mayImport = false;
    if (!/[@/-]/.test(this.text[this.beginning(start)] ?? '')) return this.ruleBlock(start, end);
    const prelude = uncommented(this.text.slice(start, end)).trim();
    const [, name = '', condition = ''] = /^@([\w-]+)([^]*)$/.exec(prelude) ?? [];
    if (name !== '') return this.groupBlock(name.toLowerCase(), condition);
    return /^--[\w-]+\s*:/.test(prelude) ? null : this.ruleBlock(start, end);
  }

  private ruleBlock(start: number, end: number): Block {
    return { prelude: [start, end], outer: this.block, layer: this.block.layer };
  }

  /** @returns null if its rules don't apply */
  private groupBlock(name: string, condition: string): Block | null {
    switch (name) {
      case 'media':
        return matchesMedia(condition, this.phone) ? this.block : null;
      case 'supports':
        return isSupported(condition) ? this.block : null;
      case 'container':
        return matchesMedia(condition.replace(/^\s*(?!not\b)[\w-]+\s*(?=\()/, ''), this.phone)
          ? this.block
          : null;
      case 'layer':
        return { ...this.block, layer: this.addLayer(condition.trim()) };
      default:
        return null;
    }
  }

  private close(): void {
    this.endRule();
    this.block = this.blocks.pop() ?? OUTSIDE;
  }

  private takeStatement(start: number, end: number): void {
    if (this.block.prelude) {
      this.takeDeclaration(start, end);
      return;
    }
    const statement = uncommented(this.text.slice(start, end)).trim();
    const [, name = '', rest = ''] = /^@([\w-]+)([^]*)$/.exec(statement) ?? [];
    if (name.toLowerCase() === 'layer') for (const layer of splitAtCommas(rest)) this.addLayer(layer.trim());
    if (name.toLowerCase() === 'import' && this.mayImport && this.blocks.length === 0) this.addImport(rest);
  }

  private takeDeclaration(start: number, end: number): void {
    if (!this.block.prelude) return;
    if (!this.vocabulary.firstCharacters.has(this.text[this.beginning(start)] ?? '')) return;
    this.declarations.add(uncommented(this.text.slice(start, end)));
  }

  private endRule(): void {
    const declarations = this.declarations.take();
    const selector = declarations && this.selectorOf(this.block);
    if (declarations && selector) {
      this.items.push({ kind: 'rule', selector, layer: this.block.layer, declarations });
    }
  }

  private selectorOf({ prelude, outer }: Block): string | null {
    if (!prelude || prelude[1] - prelude[0] > MAX_SELECTOR_CHARACTERS) return null;
    const selector = uncommented(this.text.slice(...prelude)).trim();
    const around = outer && this.selectorOf(outer);
    return around === null ? selector : nested(selector, around);
  }

  /** Position of the first character that is not white space. */
  private beginning(from: number): number {
    let index = from;
    while (this.text.charCodeAt(index) <= 0x20) index += 1;
    return index;
  }

  private addLayer(name: string): string {
    const layer = `${this.block.layer}${name === '' ? `?${String(this.anonymous++)}` : name}.`;
    this.items.push({ kind: 'layer', layer });
    return layer;
  }

  private addImport(rest: string): void {
    const found = importIn(rest, this.phone);
    if (!found) return;
    const { address, layer } = found;
    this.items.push({ kind: 'import', address, layer: layer === null ? null : this.addLayer(layer) });
  }
}

/** @returns null if a phone doesn't load the style sheet */
function importIn(rest: string, phone: Phone): { address: string; layer: string | null } | null {
  if (rest.length > MAX_IMPORT_CHARACTERS) return null;
  const [all, , quoted, , bare] =
    /^\s*(?:url\(\s*)?(?:(["'])([^]*?)\1|(?<=\()(\s*)([^"')\s]+))\s*\)?/i.exec(rest) ?? [];
  const address = quoted ?? bare;
  if (all === undefined || address === undefined) return null;
  let conditions = rest.slice(all.length).trim();
  const [named, inParentheses] = /^layer(?:\(([^)]*)\))?(?=\s|$)/i.exec(conditions) ?? [];
  if (named !== undefined) conditions = conditions.slice(named.length).trim();
  const [supports, condition] = /^supports\(((?:[^()]|\([^()]*\))*)\)/i.exec(conditions) ?? [];
  if (supports !== undefined) conditions = conditions.slice(supports.length);
  if (condition !== undefined && !isSupported(condition.includes('(') ? condition : `(${condition})`))
    return null;
  if (!matchesMedia(conditions, phone)) return null;
  return { address, layer: named === undefined ? null : (inParentheses ?? '').trim() };
}

/** Resolves a nested selector.
 *  @returns null if it would be too long
 *  @see https://drafts.csswg.org/css-nesting-1/ */
function nested(selector: string, outer: string): string | null {
  const parts = splitAtCommas(selector);
  const repetitions = Math.max(parts.length, selector.split('&').length);
  if (repetitions * outer.length > MAX_SELECTOR_CHARACTERS) return null;
  const scope = `:is(${outer})`;
  return parts
    .map((part) => (part.includes('&') ? part.replaceAll('&', () => scope) : `${scope} ${part}`))
    .join(',');
}
