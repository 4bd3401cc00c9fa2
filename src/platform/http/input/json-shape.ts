/** Limits of the objects and lists of a body. Libraries that walk one may take time that grows with the square of its
 *  fields, or overflow the stack. */
const MAX_DEPTH = 8;
const MAX_FIELDS = 50;
const MAX_VALUES = 1000;
const MAX_NAME_LENGTH = 100;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPENING = new Set([0x5b, 0x7b]);
const CLOSING = new Set([0x5d, 0x7d]);

export interface JsonShape {
  /** Names that occur more than once in the outermost object. `JSON.parse` keeps the last one and reports nothing. */
  readonly repeated: readonly string[];
  /** The first limit that is exceeded, and the field of the outermost object where that is. */
  readonly fault: { readonly field: string; readonly message: string } | null;
}

/** Costs a fraction of parsing.
 *  @param text JSON, which need not be valid */
export function jsonShape(text: string): JsonShape {
  return new ShapeReader(text).read();
}

/** Reads a text once, without building anything of it. */
class ShapeReader {
  private readonly repeated: string[] = [];
  /** Of the objects and lists around the current place: the names of their fields so far; null: none yet. */
  private readonly names: (Set<string> | null)[] = [];
  /** Of the objects and lists around the current place: their fields, and their values but one. */
  private readonly fields: number[] = [];
  private readonly commas: number[] = [];
  private field = 'body';
  private fault: JsonShape['fault'] = null;
  /** Of the last string. */
  private quoted = { start: 0, end: 0 };

  constructor(private readonly text: string) {}

  read(): JsonShape {
    for (let at = 0; at < this.text.length && !this.fault; at += 1) {
      const code = this.text.charCodeAt(at);
      if (code === QUOTE) at = this.endOfString(at);
      else if (OPENING.has(code)) this.open();
      else if (CLOSING.has(code)) this.close();
      else if (code === COLON) this.countField();
      else if (code === COMMA) this.countValue();
    }
    return { repeated: this.repeated, fault: this.fault };
  }

  private endOfString(start: number): number {
    let end = start + 1;
    while (end < this.text.length && this.text.charCodeAt(end) !== QUOTE)
      end += this.text.charCodeAt(end) === BACKSLASH ? 2 : 1;
    this.quoted = { start, end };
    return end;
  }

  private open(): void {
    this.names.push(null);
    this.fields.push(0);
    this.commas.push(0);
    if (this.fields.length > MAX_DEPTH) this.refuse(`must not be nested more than ${String(MAX_DEPTH)} deep`);
  }

  private close(): void {
    this.names.pop();
    this.fields.pop();
    this.commas.pop();
    if (this.fields.length === 1) this.field = 'body';
  }

  private countField(): void {
    this.noteName();
    if (counted(this.fields) > MAX_FIELDS)
      this.refuse(`must not have an object of more than ${String(MAX_FIELDS)} fields`);
  }

  private countValue(): void {
    if (this.fields.length === 1) this.field = 'body';
    if (counted(this.commas) >= MAX_VALUES)
      this.refuse(`must not have a list of more than ${String(MAX_VALUES)} values`);
  }

  private noteName(): void {
    const name = unquoted(this.text.slice(this.quoted.start, this.quoted.end + 1));
    const names = this.names.pop() ?? new Set();
    const isOutermost = this.names.length === 0;
    if (isOutermost) this.field = name;
    if (names.has(name)) {
      if (isOutermost) this.repeated.push(name);
      else this.refuse('must not have an object that has a field twice');
    }
    this.names.push(names.add(name));
  }

  private refuse(rule: string): void {
    const field = this.field.replaceAll('\0', '\ufffd').slice(0, MAX_NAME_LENGTH);
    this.fault = { field, message: `${field} ${rule}.` };
  }
}

/** The text of a JSON string; if it is invalid, as it stands. */
function unquoted(quoted: string): string {
  if (!quoted.includes('\\')) return quoted.slice(1, -1);
  try {
    return String(JSON.parse(quoted));
  } catch {
    return quoted;
  }
}

/** Adds one to the last number. */
function counted(counts: number[]): number {
  const count = (counts.pop() ?? 0) + 1;
  counts.push(count);
  return count;
}
