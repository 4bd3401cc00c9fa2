import { verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { ttfb } from './ttfb.check.js';

const taking = (ttfbMs: number | null, ...ttfbSamplesMs: number[]) => ({
  html: '',
  timings: { ttfbMs, documentMs: 1 },
  responses: { ttfbSamplesMs },
});

verdictsOf(ttfb, [
  ['does not apply where it was not measured', taking(null), 'not_applicable'],
  ['passes 600 ms', taking(600), 'pass'],
  ['warns of more', taking(600.1), 'slow'],
  ['warns of 1800 ms', taking(1800), 'slow'],
  ['fails more', taking(1800.1), 'very_slow'],
  ['passes one slow response of three', taking(5000, 100, 200), 'pass'],
  ['warns of one fast response of three', taking(900, 100, 1000), 'slow'],
]);

it('takes the median', () => {
  expect(verdictOn(ttfb, taking(900, 100, 300)).value).toEqual({ median_ms: 300, samples: 3 });
});
