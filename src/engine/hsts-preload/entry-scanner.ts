/** The file does not have the format of Chromium's preload list. */
export class PreloadListInvalid extends Error {}

/** One object of the list's `entries`. */
export interface PreloadEntry {
  readonly name: string;
  readonly mode?: unknown;
  readonly include_subdomains?: unknown;
}

type State = 'json' | 'string' | 'escape' | 'slash' | 'comment';

const MAX_ENTRY_CHARACTERS = 65_536;
/** Nesting depth of an entry: the file's object, the array, the entry. */
const ENTRY_DEPTH = 3;
/** Characters that end a run of text in each state. */
const ENDS: Readonly<Record<State, RegExp>> = {
  json: /[{}[\]"/]/g,
  string: /["\\]/g,
  escape: /./gs,
  slash: /./gs,
  comment: /\n/g,
};

/** Finds the entries of Chromium's preload list (JSON with `//` comments) in a stream of text. Parsing the whole text
 *  would take ten times its size in memory.
 *  @see https://chromium.googlesource.com/chromium/src/+/refs/heads/main/net/http/transport_security_state_static.json */
export class EntryScanner {
  private state: State = 'json';
  private depth = 0;
  /** The last string directly in the file's object: the name of the next member. */
  private member = '';
  private array = '';
  private entry = '';
  private isComplete = false;

  /** @param onEntry called for each entry, in order */
  constructor(private readonly onEntry: (entry: PreloadEntry) => void) {}

  /** @throws PreloadListInvalid */
  feed(text: string): void {
    let from = 0;
    for (let at = this.endOfRun(text, 0); at >= 0; at = this.endOfRun(text, from)) {
      this.keep(text.slice(from, at));
      this.step(text.charAt(at));
      from = at + 1;
    }
    this.keep(text.slice(from));
  }

  /** @throws PreloadListInvalid if the text is not complete */
  end(): void {
    if (!this.isComplete) throw new PreloadListInvalid('it ends before its JSON is complete');
  }

  private endOfRun(text: string, from: number): number {
    const end = ENDS[this.state];
    end.lastIndex = from;
    return end.exec(text)?.index ?? -1;
  }

  private step(character: string): void {
    if (this.state === 'json') this.structure(character);
    else if (this.state === 'comment') this.state = 'json';
    else if (this.state === 'slash') {
      if (character !== '/') throw new PreloadListInvalid('it is not JSON with // comments');
      this.state = 'comment';
    } else this.inString(character);
  }

  private structure(character: string): void {
    if (character === '/') {
      this.state = 'slash';
      return;
    }
    if (character === '"' && this.depth === 1) this.member = '';
    if (character === '{' || character === '[') this.open(character);
    this.keep(character);
    if (character === '"') this.state = 'string';
    if (character === '}' || character === ']') this.close();
  }

  private open(bracket: string): void {
    if (this.depth === 0 && (bracket !== '{' || this.isComplete))
      throw new PreloadListInvalid('it is not one JSON object');
    if (this.depth === 1) this.array = this.member;
    this.depth += 1;
  }

  private close(): void {
    if (this.depth === ENTRY_DEPTH && this.array === 'entries') {
      this.onEntry(parsedEntry(this.entry));
      this.entry = '';
    }
    this.depth -= 1;
    this.isComplete = this.depth === 0;
  }

  private inString(character: string): void {
    const isEnd = this.state === 'string' && character === '"';
    if (!isEnd) this.keep(character);
    if (isEnd) this.state = 'json';
    else this.state = this.state === 'string' && character === '\\' ? 'escape' : 'string';
    if (isEnd) this.keep(character);
  }

  private keep(text: string): void {
    if (this.state === 'comment' || text === '') return;
    if (this.depth === 0 && text.trim() !== '') throw new PreloadListInvalid('it is not one JSON object');
    if (this.depth === 1 && this.state !== 'json') this.member += text;
    if (this.depth < ENTRY_DEPTH || this.array !== 'entries') return;
    this.entry += text;
    if (this.entry.length > MAX_ENTRY_CHARACTERS)
      throw new PreloadListInvalid(`it has an entry of more than ${String(MAX_ENTRY_CHARACTERS)} characters`);
  }
}

function parsedEntry(text: string): PreloadEntry {
  const value = parsedJson(text);
  if (typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string')
    return { ...value, name: value.name };
  throw new PreloadListInvalid(`it has an entry without a name: ${text.slice(0, 100)}`);
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PreloadListInvalid(`it has an entry that is not JSON: ${text.slice(0, 100)}`);
  }
}
