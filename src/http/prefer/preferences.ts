/** What the Prefer headers ask for that this service knows. */
export interface Preferences {
  readonly isStrict: boolean;
  /** `respond-async`: not to wait at all. */
  readonly isAsync: boolean;
  /** Seconds to wait at most; null where nothing was said. */
  readonly waitSeconds: number | null;
}

/** Name, and value in quotes or without; the parameters that may follow are passed over. */
const PREFERENCE = /^\s*([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/;

/** Reads Prefer headers. Of several values for one preference the first counts; unknown ones are ignored.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-2 */
export function preferencesIn(prefer: string | readonly string[] | undefined): Preferences {
  const values = new Map<string, string>();
  for (const element of elementsOf([prefer ?? []].flat().join(','))) {
    const [, name = '', quoted, plain] = PREFERENCE.exec(element) ?? [];
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  const wait = values.get('wait') ?? '';
  return {
    isStrict: values.get('handling')?.toLowerCase() === 'strict',
    isAsync: values.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}

/** Elements of a list, split at the commas outside of quotes. One pass: a pattern that looks for closing quotes takes
 *  the square of a header that has none. */
function elementsOf(list: string): string[] {
  const elements: string[] = [];
  let start = 0;
  let isQuoted = false;
  for (let index = 0; index < list.length; index++) {
    const character = list[index];
    if (character === '"') isQuoted = !isQuoted;
    else if (isQuoted && character === '\\') index++;
    else if (!isQuoted && character === ',') {
      elements.push(list.slice(start, index));
      start = index + 1;
    }
  }
  return [...elements, list.slice(start)];
}
