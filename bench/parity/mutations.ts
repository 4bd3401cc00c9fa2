import { type ParityCase, textResponse } from './case.js';
import { type CorpusPage } from './corpus.js';
import { alternateMutations } from './mutations/alternates.js';
import { cookieMutations } from './mutations/cookies.js';
import { cspMutations } from './mutations/csp.js';
import { documentMutations } from './mutations/document.js';
import { type Draft, type Mutation } from './mutations/draft.js';
import { encodingMutations } from './mutations/encodings.js';
import { entityMutations } from './mutations/entities.js';
import { indexingMutations } from './mutations/indexing.js';
import { linkMutations } from './mutations/links.js';
import { markupMutations } from './mutations/markup.js';
import { nameMutations } from './mutations/names.js';
import { robotsTxtMutations } from './mutations/robots-txt.js';
import { scriptMutations } from './mutations/scripts.js';
import { entryMutations, securityHeaderMutations } from './mutations/security-headers.js';
import { structureMutations } from './mutations/structure.js';
import { type Random, pick, randomFrom } from './random.js';

const COMBINABLE: readonly Mutation[] = [
  ...markupMutations,
  ...entityMutations,
  ...encodingMutations,
  ...indexingMutations,
  ...alternateMutations,
  ...robotsTxtMutations,
  ...linkMutations,
  ...nameMutations,
  ...structureMutations,
  ...documentMutations,
  ...cspMutations,
  ...securityHeaderMutations,
  ...cookieMutations,
  ...scriptMutations,
];
const MUTATIONS: readonly Mutation[] = [...COMBINABLE, ...entryMutations];

const MAX_BASE_BYTES = 16_000;
const MAX_COMBINED = 5;

/** A case for every mutation, each of a page of the corpus that the seed decides on. */
export function mutatedCases(pages: readonly CorpusPage[], seed: number): ParityCase[] {
  const bases = pages.filter(isBase);
  const counts = new Map<string, number>();
  return MUTATIONS.map((mutation, index) => {
    const count = (counts.get(mutation.group) ?? 0) + 1;
    counts.set(mutation.group, count);
    const random = randomFrom(seed * 100_003 + index);
    const base = pick(random, bases);
    return caseOf(`${mutation.group}-${count}`, base, [mutation], random);
  });
}

/** Cases with several mutations at once. */
export function combinedCases(pages: readonly CorpusPage[], seed: number, count: number): ParityCase[] {
  const bases = pages.filter(isBase);
  return Array.from({ length: count }, (_, index) => {
    const random = randomFrom((seed + 1) * 1_000_003 + index);
    const size = 2 + Math.floor(random() * (MAX_COMBINED - 1));
    const mutations = Array.from({ length: size }, () => pick(random, COMBINABLE));
    return caseOf(`combined-${seed}-${index + 1}`, pick(random, bases), mutations, random);
  });
}

/** Whether mutations find what they look for: a small whole page in UTF-8. */
function isBase({ body }: CorpusPage): boolean {
  const html = body.toString('utf8');
  const parts = [/<html\b/i, /<head\b/i, /<title\b/i, /<\/head\s*>/i, /<body\b/i, /<\/body\s*>/i];
  return (
    body.length <= MAX_BASE_BYTES && Buffer.from(html).equals(body) && parts.every((part) => part.test(html))
  );
}

function caseOf(id: string, base: CorpusPage, mutations: readonly Mutation[], random: Random): ParityCase {
  const draft: Draft = {
    id,
    path: '/docs/page.html',
    status: 200,
    headers: [['Content-Type', 'text/html; charset=utf-8']],
    html: base.body.toString('utf8'),
    encode: (html) => Buffer.from(html),
    robotsTxt: textResponse(404, 'text/plain', 'Not Found'),
    cause: `${mutations.map(({ group, cause }) => `${group}: ${cause}`).join(' + ')} [${base.file}]`,
    tls: 'valid',
    plain: 'redirect',
    resources: {},
  };
  for (const { change } of mutations) change(draft, random);
  const { html, encode, ...rest } = draft;
  return { ...rest, body: encode(html) };
}
