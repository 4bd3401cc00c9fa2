import { type ParityCase } from '../case.js';
import { readCases } from '../case-file.js';
import { runEngine } from '../engine-run.js';
import { type LighthouseResult } from '../lighthouse-result.js';
import { PATHS } from '../paths.js';
import { neededVariants } from './causes.js';
import { halfOf } from './corpus.js';
import { comparedPages, type LighthouseResults, read } from './differences.js';
import { wholeLighthouse } from './engine.js';
import { variantOf } from './variants.js';

/** Has Lighthouse grade the pages with differences again, served without what may have caused them. */
const cases = new Map(readCases(PATHS.cases).map((parityCase) => [parityCase.id, parityCase]));
const pages = comparedPages(read<LighthouseResult>(PATHS.lighthouse))
  .filter(({ differences }) => differences.length > 0)
  .sort(({ id }, { id: other }) => halfOf(other).localeCompare(halfOf(id)));
const engine = wholeLighthouse(PATHS.variants);

/** Which variants are needed follows from the results of others. */
let served = variantsFor({});
for (let before = 0; served.length > before;) {
  before = served.length;
  await runEngine(engine, served);
  served = variantsFor(read<LighthouseResult>(PATHS.variants));
}

function variantsFor(variants: LighthouseResults): ParityCase[] {
  return pages.flatMap(({ id, differences }) => {
    const parityCase = cases.get(id);
    if (!parityCase) return [];
    const needed = new Set(differences.flatMap((difference) => neededVariants(id, difference, variants)));
    return [...needed].map((without) => variantOf(parityCase, without));
  });
}
