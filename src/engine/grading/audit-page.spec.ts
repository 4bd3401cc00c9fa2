import { DEFAULT_LIMITS } from '../audit/limits.js';
import { auditPage } from './audit-page.js';

/** CPU time of one audit, in milliseconds. */
function cpuMsOf(html: string): number {
  const url = 'https://example.com/';
  const before = process.cpuUsage();
  auditPage(
    {
      requestedUrl: url,
      url,
      hops: [],
      headers: [['content-type', 'text/html']],
      body: Buffer.from(html),
      tls: null,
      timings: { ttfbMs: 1, documentMs: 1 },
      robotsTxt: { status: 404, body: '' },
      loadedAtMs: 0,
      limits: DEFAULT_LIMITS,
    },
    () => undefined,
  );
  return process.cpuUsage(before).user / 1000;
}

describe('auditPage', () => {
  it('finds an encoding late in the head in proportion to the length of the head', () => {
    const hostile = (blanks: number) => `${'<meta '.repeat(30)}charset=${' '.repeat(blanks)}`;
    const leastOf = (blanks: number) => Math.min(...[1, 2, 3].map(() => cpuMsOf(hostile(blanks))));
    cpuMsOf(hostile(1000));
    expect(leastOf(16_000)).toBeLessThan(4 * leastOf(4000) + 100);
  });
});
