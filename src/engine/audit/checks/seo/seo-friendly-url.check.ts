import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { listed } from '../../quoted.js';

const MAX_CHARACTERS = 115;
const MAX_PARAMETERS = 3;
const SESSION = /(^|[;&?])(jsessionid|phpsessid|aspsessionid\w*|session_?id|sess_?id|sid)=/i;

const FAULTS = [
  'capitals',
  'underscores',
  'blanks',
  'empty_segments',
  'session_id',
  'too_long',
  'too_many_parameters',
] as const;
type Fault = (typeof FAULTS)[number];

export const seoFriendlyUrl = documentCheck({
  id: 'seo_friendly_url',
  name: 'Readable URL',
  category: 'seo',
  importance: 'medium',
  what: 'The URL is short and in lower case, with words separated by hyphens and at most three parameters.',
  why: 'People read URLs before they click. Search engines treat URLs that differ in case or session id as different pages.',
  fix: 'Use a path like /blue-shoes without capitals, underscores, spaces or session ids, and redirect the old URL to it.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/url-structure',
  method: 'exact',
  value: { url: 'text', characters: 'integer', parameters: 'integer', faults: 'texts' },
  messages: {
    pass: ({ characters, parameters }) =>
      `The URL is readable, with ${counted(characters, 'character')} after the host and ${counted(parameters, 'parameter')}.`,
    capitals: faultsWith('capitals'),
    underscores: faultsWith('underscores'),
    blanks: faultsWith('blanks'),
    empty_segments: faultsWith('empty_segments'),
    session_id: faultsWith('session_id'),
    too_long: faultsWith('too_long'),
    too_many_parameters: faultsWith('too_many_parameters'),
  },
  examples: {
    passes: { url: 'https://example.com/blue-shoes', html: '' },
    fails: { url: 'https://example.com/Blue_Shoes', html: '' },
  },
  run({ url: address }) {
    const url = new URL(address);
    const path = url.pathname.replaceAll(/%[0-9a-f]{2}/gi, (escape) => escape.toLowerCase());
    const measured = {
      url: address,
      characters: decodedLength(path) + decodedLength(url.search),
      parameters: url.searchParams.size,
    };
    const isFaulty: Readonly<Record<Fault, boolean>> = {
      capitals: path !== path.toLowerCase(),
      underscores: path.includes('_'),
      blanks: path.includes('%20'),
      empty_segments: path.includes('//'),
      session_id: SESSION.test(path + url.search),
      too_long: measured.characters > MAX_CHARACTERS,
      too_many_parameters: measured.parameters > MAX_PARAMETERS,
    };
    const faults = FAULTS.filter((fault) => isFaulty[fault]);
    const value = { ...measured, faults };
    const [first] = faults;
    return first === undefined ? pass(value) : fail(first, { value, evidence: [textEvidence(address)] });
  },
});

/** In characters, of which percent-encoded ones are shown decoded by browsers and search engines. */
function decodedLength(part: string): number {
  try {
    return Array.from(decodeURIComponent(part)).length;
  } catch {
    return part.length;
  }
}

interface Measured {
  readonly characters: number;
  readonly parameters: number;
  readonly faults: readonly string[];
}

/** The message of a URL whose first fault this is. */
function faultsWith(first: Fault): (value: Measured) => string {
  return ({ characters, parameters, faults }) => {
    const texts: Readonly<Record<Fault, string>> = {
      capitals: 'capital letters',
      underscores: 'underscores',
      blanks: 'spaces',
      empty_segments: 'empty path segments',
      session_id: 'a session ID',
      too_long: `${counted(characters, 'character')} after the host instead of at most 115`,
      too_many_parameters: `${counted(parameters, 'parameter')} instead of at most 3`,
    };
    const found = FAULTS.filter((fault) => fault === first || faults.includes(fault));
    return `The URL has ${listed(
      found.map((fault) => texts[fault]),
      found.length,
    )}.`;
  };
}
