import { verdictsOf } from '../verdicts.fixture.js';
import { pageSize } from './page-size.check.js';

verdictsOf(pageSize, [
  ['passes 330 kB', { html: '', decodedBytes: 330_000 }, 'pass'],
  ['fails one byte more', { html: '', decodedBytes: 330_001 }, 'too_large'],
  ['fails 2 MiB as large', { html: '', decodedBytes: 2_097_152 }, 'too_large'],
  ['tells where Googlebot stops reading', { html: '', decodedBytes: 2_097_153 }, 'beyond_googlebot'],
]);
