import { type Finding } from '../audit/audit.js';
import { DEFAULT_LIMITS } from '../audit/limits.js';
import { auditPage } from './audit-page.js';

function findingsIn(body: Buffer, contentType = 'text/html'): Finding[] {
  const url = 'https://example.com/';
  const findings: Finding[] = [];
  auditPage(
    {
      requestedUrl: url,
      url,
      hops: [],
      headers: [['content-type', contentType]],
      body,
      tls: null,
      timings: { ttfbMs: 1, documentMs: 1 },
      robotsTxt: { status: 404, body: '' },
      loadedAtMs: 0,
      limits: DEFAULT_LIMITS,
    },
    (part) => {
      if ('finding' in part) findings.push(part.finding);
    },
  );
  return findings;
}

/** CPU time of one audit, in milliseconds. */
function cpuMsOf(html: string): number {
  const before = process.cpuUsage();
  findingsIn(Buffer.from(html));
  return process.cpuUsage(before).user / 1000;
}

describe('auditPage', () => {
  it('finds an encoding late in the head in proportion to the length of the head', () => {
    const hostile = (blanks: number) => `${'<meta '.repeat(30)}charset=${' '.repeat(blanks)}`;
    const leastOf = (blanks: number) => Math.min(...[1, 2, 3].map(() => cpuMsOf(hostile(blanks))));
    cpuMsOf(hostile(1000));
    expect(leastOf(16_000)).toBeLessThan(4 * leastOf(4000) + 100);
  });

  it.each([
    ['utf8', 'utf-8', 'pass'],
    ['utf16le', 'utf-16le', 'warn'],
  ] as const)('reads the encoding of a byte-order mark: %s', (encoding, name, outcome) => {
    const findings = findingsIn(Buffer.from('\ufeff<meta charset=utf-8><title>Straße</title>', encoding));
    expect(findings.find(({ id }) => id === 'charset')).toMatchObject({ outcome, value: { charset: name } });
    expect(findings.find(({ id }) => id === 'title')).toMatchObject({ outcome: 'pass' });
  });

  it.each([
    ['<?xml version="1.0" encoding="iso-8859-1"?>', 'latin1', 'iso-8859-1'],
    ['<meta charset="iso-8859-1" />', 'utf8', 'utf-8'],
  ] as const)('decodes XHTML that begins with %s', (start, encoding, name) => {
    const findings = findingsIn(
      Buffer.from(`${start}<title>Straße</title>`, encoding),
      'application/xhtml+xml',
    );
    expect(findings.find(({ id }) => id === 'title')).toMatchObject({ value: { titles: ['Straße'] } });
    expect(findings.find(({ id }) => id === 'charset')).toMatchObject({ value: { charset: name } });
  });

  it.each([
    ['utf-16', 'utf8'],
    ['UTF-16BE', 'utf8'],
    ['unicode', 'utf8'],
    ['x-user-defined', 'latin1'],
    ['iso-8859-2', 'latin1'],
  ] as const)('reads a page that names %s late as browsers do', (label, encoding) => {
    const head = `<!-- ${'x'.repeat(1100)} --><meta charset="${label}"><title>Straße</title>`;
    const findings = findingsIn(Buffer.from(head, encoding));
    expect(findings.find(({ id }) => id === 'title')).toMatchObject({ value: { titles: ['Straße'] } });
  });

  it.each([1, 4, 6, 9, 12, 20])('reads an encoding of which %s characters stand early', (early) => {
    const meta = '<meta charset="utf-8">';
    const start = `<!-- ${'x'.repeat(1024 - 9 - '<meta charset="'.length - early)} -->`;
    const findings = findingsIn(Buffer.from(`${start}${meta}<title>Straße</title>`));
    expect(findings.find(({ id }) => id === 'title')).toMatchObject({ value: { titles: ['Straße'] } });
  });

  it('decodes as the last content type with a charset says', () => {
    const body = Buffer.from('<title>Straße</title>', 'latin1');
    const findings = findingsIn(body, 'text/html;charset=utf-8, text/html;charset=iso-8859-1, text/html');
    expect(findings.find(({ id }) => id === 'title')).toMatchObject({ value: { titles: ['Straße'] } });
  });
});
