import languages from 'language-subtag-registry/data/json/language.json' with { type: 'json' };
import regions from 'language-subtag-registry/data/json/region.json' with { type: 'json' };
import scripts from 'language-subtag-registry/data/json/script.json' with { type: 'json' };

const PRIMARY: ReadonlySet<string> = new Set(Object.keys(languages));
const REGIONS: ReadonlySet<string> = new Set(Object.keys(regions));
const SCRIPTS: ReadonlySet<string> = new Set(Object.keys(scripts));

/** Whether a primary language subtag, in lower case, is registered or starts the private-use range.
 *  @see https://www.iana.org/assignments/language-subtag-registry */
export function isRegisteredLanguage(subtag: string): boolean {
  return PRIMARY.has(subtag) || subtag === 'qaa';
}

/** Whether a region subtag, in lower case, is registered. */
export function isRegisteredRegion(subtag: string): boolean {
  return REGIONS.has(subtag);
}

/** Whether a script subtag, in lower case, is registered. */
export function isRegisteredScript(subtag: string): boolean {
  return SCRIPTS.has(subtag);
}
