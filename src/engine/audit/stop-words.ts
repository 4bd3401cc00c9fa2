import * as lists from 'stopword';

/** Stop word lists by primary language subtag. */
const LISTS: Readonly<Record<string, readonly string[] | undefined>> = {
  af: lists.afr,
  ar: lists.ara,
  bg: lists.bul,
  bn: lists.ben,
  ca: lists.cat,
  cs: lists.ces,
  da: lists.dan,
  de: lists.deu,
  el: lists.ell,
  en: lists.eng,
  es: lists.spa,
  et: lists.est,
  eu: lists.eus,
  fa: lists.fas,
  fi: lists.fin,
  fr: lists.fra,
  ga: lists.gle,
  gl: lists.glg,
  gu: lists.guj,
  he: lists.heb,
  hi: lists.hin,
  hr: lists.hrv,
  hu: lists.hun,
  hy: lists.hye,
  id: lists.ind,
  it: lists.ita,
  ja: lists.jpn,
  ko: lists.kor,
  lt: lists.lit,
  lv: lists.lav,
  mr: lists.mar,
  ms: lists.msa,
  my: lists.mya,
  nb: lists.nob,
  nl: lists.nld,
  nn: lists.nob,
  no: lists.nob,
  pl: lists.pol,
  pt: lists.por,
  ro: lists.ron,
  ru: lists.rus,
  sk: lists.slk,
  sl: lists.slv,
  sv: lists.swe,
  sw: lists.swa,
  th: lists.tha,
  tl: lists.tgl,
  tr: lists.tur,
  uk: lists.ukr,
  ur: lists.urd,
  vi: lists.vie,
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
