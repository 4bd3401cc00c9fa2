import { labOf, type MeasuredLoad, medianLoad } from './lab.js';

const load = (fcp: number, lcp: number, more: object = {}): MeasuredLoad => ({
  performance: { values: { fcp_ms: fcp, lcp_ms: lcp, tbt_ms: 0, si_ms: fcp, cls: 0, ...more }, fault: null },
  opportunities: [],
});
const FAILED: MeasuredLoad = { performance: { values: null, fault: 'trace_failed' }, opportunities: [] };

it.each<[string, [MeasuredLoad, ...MeasuredLoad[]], number]>([
  ['the only one', [load(900, 1000)], 900],
  ['the middle one of three', [load(3000, 3000), load(1000, 1000), load(2000, 2000)], 2000],
  ['the one nearest to both medians', [load(1000, 9000), load(1100, 3000), load(5000, 2900)], 1100],
  ['the first of two that are as near', [load(1000, 1000), load(2000, 2000)], 1000],
  ['one that was measured', [FAILED, load(1000, 1000), FAILED], 1000],
])('takes %s', (_, loads, fcp) => {
  expect(medianLoad(loads).performance.values?.fcp_ms).toBe(fcp);
});

it('takes the first one if none was measured', () => {
  const first: MeasuredLoad = { performance: { values: null, fault: 'no_paint' }, opportunities: [] };
  expect(medianLoad([first, FAILED])).toBe(first);
});

it('says how many loads were measured, and how far their scores lie apart', () => {
  const values = { fcp_ms: 900, lcp_ms: 1000, tbt_ms: 0, si_ms: 900, cls: 0 };
  const loads = [load(900, 1000), FAILED, load(900, 1000, { tbt_ms: 5000 })];
  expect(labOf(values, 'mobile', loads)).toMatchObject({
    runs: 2,
    spread: { performance: { min: 70, max: 100 } },
  });
  expect(labOf(values, 'mobile', loads.slice(0, 2))).toMatchObject({ runs: 1, spread: null });
});
