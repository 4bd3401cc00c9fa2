import { verdictsOf } from '../verdicts.fixture.js';
import { loadTime } from './load-time.check.js';

const taking = (documentMs: number | null) => ({ html: '', timings: { ttfbMs: 1, documentMs } });

verdictsOf(loadTime, [
  ['does not apply where it was not measured', taking(null), 'not_applicable'],
  ['passes 2 s', taking(2000), 'pass'],
  ['fails more', taking(2000.1), 'too_slow'],
]);
