import subtags from 'language-subtag-registry/data/json/language.json' with { type: 'json' };

const PRIMARY: ReadonlySet<string> = new Set(Object.keys(subtags));

/** Whether a primary language subtag, in lower case, is registered, or begins the range for private use.
 *  @see https://www.iana.org/assignments/language-subtag-registry */
export function isRegisteredLanguage(subtag: string): boolean {
  return PRIMARY.has(subtag) || subtag === 'qaa';
}
