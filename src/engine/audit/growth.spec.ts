import { auditCosts, totalOf } from './growth/audit-phases.fixture.js';
import { type Dimension, type GrowingPage } from './growth/dimension.fixture.js';
import { DIMENSIONS } from './growth/growth.fixture.js';

/** Maximum cost ratio of a page of four times the size. A linear cost is 4 times as high, a quadratic one 16 times. */
const MAX_RATIO = 8;
/** Costs below those of so many ordinary pages are ignored: a garbage collection or a compilation can cause them. */
const NEGLIGIBLE_PAGES = 8;
const ORDINARY: GrowingPage = { html: '<p>Shoes in every shade of <a href="/blue">blue</a>.'.repeat(200) };

let negligibleMs: number;

/** CPU time of one run. */
const costOf = (page: GrowingPage) => totalOf(auditCosts(page));

/** Highest cost ratio of all pages and others of a part of their size; 0 if the larger ones are cheap. */
function growthOf({ pagesOf }: Dimension, size: number, factor: number): number {
  const smaller = pagesOf(Math.ceil(size / factor));
  const ratios = pagesOf(size).map((page, index) => {
    const cost = costOf(page);
    if (cost < negligibleMs) return 0;
    const part = smaller[index] ?? page;
    // Of two: one that was distorted would hide growth.
    return cost / Math.max(4 / factor, Math.min(costOf(part), costOf(part)));
  });
  return Math.max(...ratios);
}

/** A busy machine can distort one measurement, and the arrays of one size can be beyond a limit from which on V8 handles them
 *  at several times the cost, once. So a ratio only counts if it is confirmed at a larger size, and from a sixteenth of the
 *  size on. */
function provenGrowth(dimension: Dimension): number {
  const size = Math.ceil(dimension.most / dimension.divisor);
  const ratio = growthOf(dimension, size, 4);
  if (ratio < MAX_RATIO) return ratio;
  const larger = growthOf(dimension, Math.min(2 * size, dimension.most), 4);
  return Math.min(ratio, larger, Math.sqrt(growthOf(dimension, size, 16)));
}

describe('the cost of an audit', () => {
  beforeAll(() => {
    for (const dimension of DIMENSIONS) dimension.pagesOf(4).forEach(auditCosts);
    const costs = Array.from({ length: 20 }, () => totalOf(auditCosts(ORDINARY)));
    negligibleMs = NEGLIGIBLE_PAGES * Math.min(...costs);
  });

  it.each(DIMENSIONS.map((dimension) => [dimension.name, dimension] as const))(
    'grows no faster than the page: %s',
    (_, dimension) => {
      expect(provenGrowth(dimension)).toBeLessThan(MAX_RATIO);
    },
  );
});
