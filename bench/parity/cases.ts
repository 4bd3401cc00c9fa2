import { parseArgs } from 'node:util';
import { writeCases } from './case-file.js';
import { corpusCases, corpusPages } from './corpus.js';
import { CORPUS_SOURCES } from './corpus-sources.js';
import { combinedCases, mutatedCases } from './mutations.js';
import { PATHS } from './paths.js';

/** Makes all cases and writes them down. Another seed makes other pages of the same mutations. */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '1' }, combined: { type: 'string', default: '200' } },
});
const seed = Number(values.seed);
const pages = corpusPages();
const corpus = corpusCases(pages);
const mutated = mutatedCases(pages, seed);
const combined = combinedCases(pages, seed, Number(values.combined));
writeCases(PATHS.cases, [...corpus, ...mutated, ...combined]);
console.log(`Packages: ${CORPUS_SOURCES.map((source) => source.package).join(' ')}`);
console.log(`${corpus.length} pages of the corpus, ${mutated.length} mutated, ${combined.length} combined`);
