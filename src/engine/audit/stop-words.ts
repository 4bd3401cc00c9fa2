import * as lists from 'stopword';

/** Stop word lists by primary language subtag. */
const LISTS: Readonly<Record<string, readonly string[] | undefined>> = {
  ar: lists.ara,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  en: lists.eng,
  es: lists.spa,
  fi: lists.fin,
  fr: lists.fra,
  he: lists.heb,
  hu: lists.hun,
  it: lists.ita,
  ja: lists.jpn,
  ko: lists.kor,
  nb: lists.nob,
  nl: lists.nld,
  nn: lists.nob,
  no: lists.nob,
  pl: lists.pol,
  pt: lists.por,
  ro: lists.ron,
  ru: lists.rus,
  sv: lists.swe,
  tr: lists.tur,
  uk: lists.ukr,
  zh: lists.zho,
};

const sets = new Map<string, ReadonlySet<string>>();

/** Stop words of a language; English ones if the language is unknown.
 *  @param language primary subtag in lower case */
export function stopWords(language: string): ReadonlySet<string> {
  const key = Object.hasOwn(LISTS, language) ? language : 'en';
  const known = sets.get(key) ?? new Set(LISTS[key]);
  sets.set(key, known);
  return known;
}
