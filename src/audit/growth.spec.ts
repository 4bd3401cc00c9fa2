import { auditCosts, totalOf } from './growth/audit-phases.fixture.js';
import { type Dimension, type GrowingPage } from './growth/dimension.fixture.js';
import { DIMENSIONS } from './growth/growth.fixture.js';

/** A page of four times the size may cost this much more: a quadratic part makes it 16 times, a linear one 4. */
const MAX_RATIO = 8;
/** Milliseconds below which a cost says nothing: a collection of garbage or a compilation falls into it. */
const NEGLIGIBLE_MS = 40;
const RUNS = 2;

/** Least CPU time of several runs; of one where that is negligible. */
function costOf(page: GrowingPage): number {
  let least = Infinity;
  for (let run = 0; run < RUNS && least > NEGLIGIBLE_MS; run++) {
    least = Math.min(least, totalOf(auditCosts(page)));
  }
  return least;
}

/** How the cost of the page grows that grows most; 0 where the larger ones cost next to nothing. */
function growthOf({ pagesOf }: Dimension, size: number): number {
  const smaller = pagesOf(Math.ceil(size / 4));
  const ratios = pagesOf(size).map((page, index) => {
    const cost = costOf(page);
    return cost < NEGLIGIBLE_MS ? 0 : cost / Math.max(1, costOf(smaller[index] ?? page));
  });
  return Math.max(...ratios);
}

/** A busy machine may spoil one measurement: a ratio counts where it shows again, at a larger size. */
function provenGrowth(dimension: Dimension): number {
  const size = Math.ceil(dimension.most / dimension.divisor);
  const ratio = growthOf(dimension, size);
  return ratio < MAX_RATIO ? ratio : Math.min(ratio, growthOf(dimension, Math.min(2 * size, dimension.most)));
}

describe('the cost of an audit', () => {
  beforeAll(() => {
    for (const dimension of DIMENSIONS) dimension.pagesOf(4).forEach(auditCosts);
  });

  it.each(DIMENSIONS.map((dimension) => [dimension.name, dimension] as const))(
    'grows no faster than the page: %s',
    (_, dimension) => {
      expect(provenGrowth(dimension)).toBeLessThan(MAX_RATIO);
    },
  );
});
