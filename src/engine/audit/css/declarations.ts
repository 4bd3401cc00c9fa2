/** Longer than any valid declaration. */
const MAX_CHARACTERS = 500;
const IMPORTANT = /!\s*important\s*$/;
const EVERYWHERE = /^(initial|inherit|unset|revert|revert-layer)$/;

/** Valid values by property, in lower case. */
export type Style<P extends string> = Readonly<Partial<Record<P, string>>>;

export interface Declarations<P extends string> {
  readonly normal: Style<P>;
  readonly important: Style<P>;
}

type Mutable<P extends string> = Partial<Record<P, string>>;

/** Properties that a reader of style sheets knows. */
export class Vocabulary<P extends string> {
  /** First characters of their names, or of a comment before them. */
  readonly firstCharacters: ReadonlySet<string>;
  private readonly properties: readonly P[];
  private readonly declaration: RegExp;

  /** @param values what browsers accept for each property; a value of it otherwise leaves an earlier one in force */
  constructor(private readonly values: Readonly<Record<P, RegExp>>) {
    this.properties = Object.keys(values) as P[];
    const names = [...this.properties, 'all'];
    this.declaration = new RegExp(`^\\s*(${names.join('|')})\\s*:([^]*)$`, 'i');
    const letters = names.map((name) => name.charAt(0));
    this.firstCharacters = new Set([...letters, ...letters.map((letter) => letter.toUpperCase()), '/']);
  }

  /** Declarations of a style attribute; null: none.
   *  @see https://drafts.csswg.org/css-style-attr/ */
  declarationsIn(text: string): Declarations<P> | null {
    const reader = new DeclarationReader(this);
    for (const declaration of text.split(';')) reader.add(declaration);
    return reader.take();
  }

  /** Name and value of a declaration; null for any that does not concern these properties. */
  parse(text: string): [name: string, value: string] | null {
    const [, name, value] = this.declaration.exec(text) ?? [];
    return name === undefined || value === undefined
      ? null
      : [name.toLowerCase(), value.toLowerCase().trim()];
  }

  /** The properties that a valid declaration sets. */
  setBy(name: string, value: string): P[] {
    const isForAll = EVERYWHERE.test(value);
    return this.properties.filter(
      (property) =>
        (name === 'all' && isForAll) ||
        (property === name && (isForAll || this.values[property].test(value))),
    );
  }
}

/** Collects the declarations of one block: the last valid one per property, separately for important ones.
 *  @see https://drafts.csswg.org/css-cascade-5/#cascade-sort */
export class DeclarationReader<P extends string> {
  private normal: Mutable<P> = {};
  private important: Mutable<P> = {};
  private isEmpty = true;

  constructor(private readonly vocabulary: Vocabulary<P>) {}

  /** @param text the text between two semicolons */
  add(text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    const parsed = this.vocabulary.parse(text);
    if (!parsed) return;
    const [name, value] = parsed;
    const target = IMPORTANT.test(value) ? this.important : this.normal;
    const plain = value.replace(IMPORTANT, '').trim().replaceAll(/\s+/g, ' ');
    for (const property of this.vocabulary.setBy(name, plain)) {
      target[property] = plain;
      this.isEmpty = false;
    }
  }

  /** Returns the declarations, null if there are none, and resets the reader. */
  take(): Declarations<P> | null {
    if (this.isEmpty) return null;
    const { normal, important } = this;
    this.normal = {};
    this.important = {};
    this.isEmpty = true;
    return { normal, important };
  }
}
