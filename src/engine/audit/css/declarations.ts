/** Properties that affect visibility, with the values that Chromium accepts. */
const VALUES = {
  display:
    /^(none|contents|block|inline|inline-block|flow-root|list-item|flex|inline-flex|grid|inline-grid|table|inline-table|table-(row|cell|column|caption|(row|column|header|footer)-(group))|ruby|ruby-text|math|-webkit-(inline-)?(box|flex)|(block|inline) (flow|flow-root|flex|grid|table|ruby|math)|(flow|flow-root|flex|grid|table|ruby) (block|inline))$/,
  visibility: /^(visible|hidden|collapse)$/,
  'content-visibility': /^(visible|hidden|auto)$/,
} as const;
const EVERYWHERE = /^(initial|inherit|unset|revert|revert-layer)$/;

export type Property = keyof typeof VALUES;
/** Valid values in lower case. */
export type Style = Readonly<Partial<Record<Property, string>>>;

export interface Declarations {
  readonly normal: Style;
  readonly important: Style;
}

type Mutable = Partial<Record<Property, string>>;

const PROPERTIES = Object.keys(VALUES) as Property[];
const DECLARATION = /^\s*(display|visibility|content-visibility|all)\s*:([^]*)$/i;
/** Longer than any valid declaration. */
const MAX_CHARACTERS = 500;
const IMPORTANT = /!\s*important\s*$/;

/** Collects the declarations of one block: the last valid one per property, separately for important ones.
 *  @see https://drafts.csswg.org/css-cascade/#cascade-sort */
export class DeclarationReader {
  private normal: Mutable = {};
  private important: Mutable = {};
  private isEmpty = true;

  /** @param text the text between two semicolons */
  add(text: string): void {
    if (text.length > MAX_CHARACTERS) return;
    const [, name = '', raw = ''] = DECLARATION.exec(text) ?? [];
    if (name === '') return;
    const value = raw.toLowerCase().trim();
    const target = IMPORTANT.test(value) ? this.important : this.normal;
    const plain = value.replace(IMPORTANT, '').trim().replaceAll(/\s+/g, ' ');
    for (const property of propertiesOf(name.toLowerCase(), plain)) {
      target[property] = plain;
      this.isEmpty = false;
    }
  }

  /** Returns the declarations, null if there are none, and resets the reader. */
  take(): Declarations | null {
    if (this.isEmpty) return null;
    const { normal, important } = this;
    this.normal = {};
    this.important = {};
    this.isEmpty = true;
    return { normal, important };
  }
}

/** Declarations of a style attribute.
 *  @see https://drafts.csswg.org/css-style-attr/ */
export function declarationsIn(text: string): Declarations | null {
  const reader = new DeclarationReader();
  for (const declaration of text.split(';')) reader.add(declaration);
  return reader.take();
}

/** Whether a text is a value of `display`. */
export function isDisplay(text: string | undefined): text is string {
  return text !== undefined && VALUES.display.test(text);
}

function propertiesOf(name: string, value: string): Property[] {
  const isForAll = EVERYWHERE.test(value);
  return PROPERTIES.filter(
    (property) =>
      (name === 'all' && isForAll) || (property === name && (isForAll || VALUES[property].test(value))),
  );
}
