import { ACCESSIBILITY_AUDITS } from '../audit/parity/accessibility.js';
import { type AxeRules, type ClientEvent } from './client-messages.js';
import { RenderRun } from './render-run.js';

const PROGRAM = { path: '/browser', engine: 'Chromium', version: '156.0' };
const DOCUMENT: ClientEvent = {
  event: 'document',
  url: 'https://a.example/shown',
  documentUrl: 'https://a.example/',
  mark: 'data-x',
};
const ENDED = { event: 'ended', error: null, requests: 2, consoleErrors: 1, isSound: true } as const;

const ALL_PASS = Object.fromEntries(ACCESSIBILITY_AUDITS.map((id) => [id, 1]));

/** The smallest lossy WebP picture of one pixel by one, with another size in its header. */
function webp(width = 1, height = 1): Buffer {
  const bytes = Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64');
  bytes.writeUInt16LE(width, 26);
  bytes.writeUInt16LE(height, 28);
  return bytes;
}

function resultOf(...events: readonly object[]) {
  return resultBy('lighthouse', ...events);
}

function resultBy(rules: AxeRules, ...events: readonly object[]) {
  const run = new RenderRun(PROGRAM, 'mobile', rules);
  for (const event of events) run.note(event as ClientEvent);
  return run.result({ bytes: 10, refused: 3 });
}

it('puts together what a client told', () => {
  const verdict = { passed: 1, failed: 0, unsure: 0, places: [] };
  const result = resultOf(
    { event: 'metrics', observed: { fcp: 100, lcp: 200, cls: 0, tbt: 0, ttfb: 5, load: 300 } },
    { event: 'screenshot', kind: 'viewport', webp: webp(721, 1440) },
    { event: 'html', text: '<h1>' },
    { event: 'html', text: 'A</h1>' },
    DOCUMENT,
    { event: 'judged', layout: { 'target-size': verdict }, accessibility: { audits: ALL_PASS, fault: null } },
    ENDED,
  );
  expect(result).toMatchObject({
    viewport: { width: 721, height: 1440 },
    full: null,
    document: {
      html: '<h1>A</h1>',
      url: 'https://a.example/shown',
      documentUrl: 'https://a.example/',
      layout: { 'target-size': verdict },
      accessibility: { audits: ALL_PASS, fault: null },
    },
    facts: {
      engine: 'Chromium',
      requests: 2,
      console_errors: 1,
      transfer_bytes: 10,
      blocked_requests: 3,
      error: null,
    },
  });
});

it('keeps what was read when the client ends with an error', () => {
  const error = { code: 'page_hangs', detail: 'It hangs.' };
  const read = resultOf({ event: 'html', text: 'A' }, DOCUMENT, { ...ENDED, error });
  expect(read).toMatchObject({ document: { html: 'A', layout: {} }, facts: { error: null } });
  const unread = resultOf({ event: 'html', text: 'A' }, { ...ENDED, error });
  expect(unread).toEqual({ facts: expect.objectContaining({ error }) });
});

it.each([
  ['an SVG picture', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
  ['a text', 'UklGRg=='],
  ['a picture with more bytes than its header says', Buffer.concat([webp(), Buffer.from('x')])],
  ['a picture that is too wide', webp(4097, 1)],
  ['a picture that is too high', webp(1, 8193)],
  ['a picture of 13 MB', Buffer.alloc(13e6)],
])('takes no %s', (_, picture) => {
  expect(resultOf({ event: 'screenshot', kind: 'full', webp: picture }, DOCUMENT, ENDED)).toMatchObject({
    full: null,
  });
});

it.each([
  ['a document of more than 10 MiB', { event: 'html', text: 'x'.repeat(10 * 1024 * 1024 + 1) }],
  ['a document that is no text', { event: 'html', text: 1 }],
  ['an address of 1 MB', { ...DOCUMENT, url: `https://a.example/${'x'.repeat(1e6)}` }],
  ['a negative number of requests', { ...ENDED, requests: -1 }],
  ['a text for a number', { ...ENDED, consoleErrors: '1' }],
])('refuses %s', (_, event) => {
  expect(() => resultOf(event)).toThrow();
});

it('takes no metrics that are no durations', () => {
  const observed = { fcp: -1, lcp: '5', cls: Infinity, tbt: null, ttfb: NaN, load: 1e9 };
  expect(resultOf({ event: 'metrics', observed }, ENDED).facts.metrics).toEqual({
    fcp_ms: null,
    lcp_ms: null,
    cls: null,
    tbt_ms: null,
    ttfb_ms: null,
    load_ms: null,
  });
});

it('takes no error code that it does not know, and shortens what is said', () => {
  const error = { code: 'made_up', detail: 'x'.repeat(5000) };
  const { facts } = resultOf({ ...ENDED, error });
  expect(facts.error?.code).toBe('browser_failed');
  expect(facts.error?.detail).toHaveLength(1000);
});

describe('what the category best practices needs', () => {
  const practicesOf = (result: object) =>
    (result as { document: { bestPractices: unknown } }).document.bestPractices;
  const told = (run: unknown) => ({ event: 'practices', run });
  const IMAGE = {
    fileWidth: 10,
    fileHeight: 10,
    width: 10,
    height: 10,
    top: -5,
    bottom: 5,
    left: 0.5,
    right: 10.5,
    hasOwnResolution: false,
  };
  const FACTS = {
    hasInsecureRequests: false,
    hasErrors: true,
    asksForLocation: false,
    asksToNotify: false,
    hasInlineIcon: false,
    preventsPaste: false,
    issues: ['deprecation'],
    text: { all: 10, small: 0 },
    viewport: { width: 412, height: 823, scale: 1.75 },
    images: [IMAGE],
  };

  it('is taken as it was told, without what is unknown', () => {
    const run = {
      facts: { ...FACTS, issues: ['made_up', 'deprecation'], more: 'x'.repeat(1e6) },
      fault: null,
    };
    expect(practicesOf(resultOf(DOCUMENT, told(run), ENDED))).toEqual({ facts: FACTS, fault: null });
  });

  it('has a reason where the client ended before it told of it', () => {
    expect(practicesOf(resultOf(DOCUMENT, ENDED))).toEqual({ facts: null, fault: 'no_answer' });
  });

  it('is not taken where it was not asked for, or without a document', () => {
    const run = { facts: FACTS, fault: null };
    expect(practicesOf(resultBy('layout', DOCUMENT, told(run), ENDED))).toBeNull();
    expect(resultOf(told(run), ENDED)).not.toHaveProperty('document');
  });

  it.each<[string, object]>([
    ['an unknown reason', { facts: null, fault: 'toString' }],
    ['a text for a flag', { facts: { ...FACTS, hasErrors: 'no' }, fault: null }],
    ['a text for a number', { facts: { ...FACTS, text: { all: '1', small: 0 } }, fault: null }],
    ['NaN', { facts: { ...FACTS, viewport: { ...FACTS.viewport, scale: NaN } }, fault: null }],
    ['an image far away', { facts: { ...FACTS, images: [{ ...IMAGE, top: 1e300 }] }, fault: null }],
    ['5001 images', { facts: { ...FACTS, images: Array(5001).fill(IMAGE) }, fault: null }],
    ['no images', { facts: { ...FACTS, images: null }, fault: null }],
  ])('is refused with %s', (_, run) => {
    expect(() => resultOf(DOCUMENT, told(run))).toThrow();
  });
});

describe('verdicts of axe-core', () => {
  const judged = (accessibility: object) => ({ event: 'judged', layout: {}, accessibility });
  const accessibilityOf = (result: object) =>
    (result as { document: { accessibility: unknown } }).document.accessibility;

  it('have a reason where the client ended before it told of them', () => {
    expect(accessibilityOf(resultOf(DOCUMENT, ENDED))).toEqual({ audits: {}, fault: 'no_answer' });
  });

  it('are none where they were not asked for', () => {
    const told = judged({ audits: ALL_PASS, fault: null });
    expect(accessibilityOf(resultBy('layout', DOCUMENT, told, ENDED))).toBeNull();
  });

  it('are those of known audits', () => {
    const told = judged({ audits: { ...ALL_PASS, 'made-up': 1 }, fault: null });
    expect(accessibilityOf(resultOf(DOCUMENT, told, ENDED))).toEqual({ audits: ALL_PASS, fault: null });
  });

  it('are not complete without a verdict by each audit, whatever is told', () => {
    const others = Object.fromEntries(Object.entries(ALL_PASS).filter(([id]) => id !== 'image-alt'));
    const told = judged({ audits: others, fault: null });
    expect(accessibilityOf(resultOf(DOCUMENT, told, ENDED))).toEqual({
      audits: others,
      fault: 'rules_failed',
    });
  });

  it.each(['made_up', 'toString', 1])('have no reason that is unknown: %p', (fault) => {
    expect(accessibilityOf(resultOf(DOCUMENT, judged({ audits: {}, fault }), ENDED))).toEqual({
      audits: {},
      fault: 'rules_failed',
    });
  });

  it.each([2, -1, 0.5, '1', true, [1], 'x'.repeat(1e6)])('are 1, 0 or null, not %p', (score) => {
    const told = judged({ audits: { ...ALL_PASS, 'image-alt': score }, fault: null });
    expect(() => resultOf(DOCUMENT, told)).toThrow('a verdict is none');
  });
});

describe('the performance of a page', () => {
  const VALUES = { fcp_ms: 1800.4, lcp_ms: 2600.6, tbt_ms: 700, si_ms: 3387, cls: 0.123_456 };
  const performanceOf = (result: object) =>
    (result as { document: { performance: unknown } }).document.performance;

  it('is rated and judged by the curves of the device', () => {
    const result = resultOf(DOCUMENT, { event: 'lab', values: VALUES, fault: null }, ENDED);
    expect(result.facts.lab).toEqual({
      throttling: 'simulated',
      device: 'mobile',
      runs: 1,
      spread: null,
      fcp_ms: { value: 1800, rating: 'needs_improvement' },
      lcp_ms: { value: 2601, rating: 'needs_improvement' },
      tbt_ms: { value: 700, rating: 'poor' },
      si_ms: { value: 3387, rating: 'good' },
      cls: { value: 0.1235, rating: 'needs_improvement' },
    });
    expect(performanceOf(result)).toEqual({
      fault: null,
      audits: {
        'first-contentful-paint': 0.89,
        'largest-contentful-paint': 0.87,
        'total-blocking-time': 0.42,
        'speed-index': 0.9,
        'cumulative-layout-shift': 0.83,
      },
    });
  });

  it('has a reason where the client ended before it told of it', () => {
    const result = resultOf(DOCUMENT, ENDED);
    expect(performanceOf(result)).toEqual({ audits: {}, fault: 'no_answer' });
    expect(result.facts.lab).toBeNull();
  });

  it('is none where it was not asked for, or without a document', () => {
    const told = { event: 'lab', values: VALUES, fault: null };
    const unasked = resultBy('layout', DOCUMENT, told, ENDED);
    expect([performanceOf(unasked), unasked.facts.lab]).toEqual([null, null]);
    expect(resultOf(told, ENDED).facts.lab).toBeNull();
  });

  it.each([
    ['a value is missing', { values: { ...VALUES, si_ms: undefined } }, 'trace_failed'],
    ['a value is negative', { values: { ...VALUES, cls: -1 } }, 'trace_failed'],
    ['a value is a text', { values: { ...VALUES, fcp_ms: '1800' } }, 'trace_failed'],
    ['a value is no number', { values: { ...VALUES, lcp_ms: NaN } }, 'trace_failed'],
    ['a value is a quarter of an hour', { values: { ...VALUES, lcp_ms: 1_000_001 } }, 'trace_failed'],
    ['the values are a text', { values: 'fast' }, 'trace_failed'],
    ['there are no values', {}, 'trace_failed'],
    ['the reason is unknown', { fault: 'toString' }, 'trace_failed'],
    ['the reason is known', { values: VALUES, fault: 'trace_too_large' }, 'trace_too_large'],
  ])('has a reason instead of a score where %s', (_, told, fault) => {
    const result = resultOf(DOCUMENT, { event: 'lab', fault: null, values: null, ...told }, ENDED);
    expect([performanceOf(result), result.facts.lab]).toEqual([{ audits: {}, fault }, null]);
  });
});
