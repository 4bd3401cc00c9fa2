/** Stands for a value that occurred before in the same document. */
interface Repeat {
  /** Names and indexes that lead to the value. */
  readonly same: readonly string[];
}

/** Shorter values are written again. */
const LEAST_CHARACTERS = 120;

/** Replaces long objects and lists that occurred before, which halves a dump: responses hold what rows hold, and the
 *  findings of two pages are similar. */
export function withoutRepeats(document: object): unknown {
  const places = new Map<string, readonly string[]>();
  const visit = (value: unknown, path: readonly string[]): unknown => {
    if (!isObject(value)) return value;
    const text = canonical(value);
    const same = places.get(text);
    if (same) return { same } satisfies Repeat;
    if (text.length >= LEAST_CHARACTERS) places.set(text, path);
    return mapped(value, (part, name) => visit(part, [...path, name]));
  };
  return visit(document, []);
}

/** Undoes {@link withoutRepeats}. */
export function withRepeats(document: object): unknown {
  const visit = (value: unknown): unknown => {
    if (isRepeat(value)) return visit(value.same.reduce(partOf, document));
    return isObject(value) ? mapped(value, visit) : value;
  };
  return visit(document);
}

/** @throws Error if there is no such part */
function partOf(value: unknown, name: string): unknown {
  const part = isObject(value) ? value[name] : undefined;
  if (part === undefined) throw new Error(`The dump refers to "${name}", which it does not hold.`);
  return part;
}

function mapped(value: Record<string, unknown>, change: (part: unknown, name: string) => unknown): unknown {
  if (Array.isArray(value)) return value.map((part, index) => change(part, String(index)));
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, change(part, name)]));
}

/** The same text for equal values, whatever the order of their fields. */
function canonical(value: unknown): string {
  return JSON.stringify(value, (_name, part: unknown) =>
    isObject(part) && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).toSorted()) : part,
  );
}

function isRepeat(value: unknown): value is Repeat {
  return isObject(value) && Array.isArray(value.same) && Object.keys(value).length === 1;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
