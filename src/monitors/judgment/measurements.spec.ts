import { audit, type Finding } from '../../engine/audit/audit.js';
import { aPage } from '../../engine/audit/example-page.js';
import { unrenderedFindings } from '../../engine/audit/rendered-findings.js';
import { scoreOf } from '../../engine/audit/score.js';
import { type RenderMode } from '../../engine/grading/render-mode.js';
import { type Grade, type RenderedFacts } from '../../engine/grading/grade.js';
import { unavailable } from '../../engine/rendering/rendering.js';
import { measurementsOf } from './measurements.js';
import { labOf } from '../../engine/rendering/lab.js';
import { type Measured } from './monitor-state.js';

const SHELL = audit(aPage({ html: '<div id="root"></div><script src="app.js"></script>' }));

function gradeOf(parts: Partial<Grade>): Grade {
  const checks = parts.checks ?? SHELL;
  return {
    ...scoreOf(checks),
    result: 'bad',
    error: null,
    checks,
    parity: null,
    outline: null,
    retryAfter: null,
    facts: {} as Grade['facts'],
    finalUrl: 'https://example.com/',
    rulesetVersion: '2026-11-20',
    rendered: null,
    screenshots: { viewport: null, full: null },
    asOf: new Date('2026-11-23T05:00:00Z'),
    generatedAt: new Date('2026-11-23T05:00:00Z'),
    ...parts,
  };
}

function measured(render: RenderMode, parts: Partial<Grade> = {}): Measured {
  return measurementsOf(7, gradeOf(parts), { render, device: 'mobile' });
}

/** Those that need no browser to know whether they apply. */
const KNOWN = SHELL.filter(({ reason }) => reason !== 'not_rendered');

const NO_BROWSER: RenderedFacts = { ...unavailable('mobile'), words: { static: 0, rendered: null } };

const METRICS: RenderedFacts['metrics'] = {
  fcp_ms: null,
  lcp_ms: { value: 1200, rating: 'good' },
  cls: null,
  tbt_ms: null,
  ttfb_ms: null,
  load_ms: { value: 900 },
};

const RENDERED: RenderedFacts = { ...NO_BROWSER, error: null, metrics: METRICS };

describe('measurementsOf', () => {
  it('reads the score, the categories and the checks of a report', () => {
    const { score, categories } = scoreOf(SHELL);
    const categoryScores = Object.fromEntries(
      Object.entries(categories)
        .filter(([, value]) => value !== null)
        .map(([id, value]) => [`categories.${id}`, value]),
    );
    expect(measured('never')).toEqual({
      source: { reportId: 7 },
      at: '2026-11-23T05:00:00.000Z',
      basis: '2026-11-20 never mobile static',
      renderingFailed: false,
      loads: true,
      score,
      scores: { score, ...categoryScores },
      values: Object.fromEntries(KNOWN.map(({ id, outcome }) => [`checks.${id}`, outcome])),
    });
  });

  it.each<RenderMode>(['auto', 'always'])('reads the metrics of a page that was rendered: %s', (render) => {
    expect(measured(render, { rendered: RENDERED })).toMatchObject({
      basis: `2026-11-20 ${render} mobile rendered`,
      renderingFailed: false,
      values: { 'rendered.lcp_ms': 1200, 'rendered.cls': null, 'rendered.load_ms': 900 },
    });
  });

  it('reads the scores of Lighthouse that were measured', () => {
    const lighthouse = {
      ...{ version: '12.8', seo: 92, performance: 74, accessibility: null, best_practices: 96 },
      ...{ errors: {}, audits: {} },
    } as const;
    const parityWith = (accessibility: number | null) =>
      ({ lighthouse: { ...lighthouse, accessibility } }) as Grade['parity'];
    expect(measured('never', { parity: parityWith(null) }).scores).toMatchObject({ 'lighthouse.seo': 92 });
    expect(measured('never', { parity: parityWith(null) }).scores).not.toHaveProperty([
      'lighthouse.accessibility',
    ]);
    expect(measured('always', { rendered: RENDERED, parity: parityWith(87) }).scores).toMatchObject({
      'lighthouse.seo': 92,
      'lighthouse.accessibility': 87,
      'lighthouse.best_practices': 96,
      'lighthouse.performance': 74,
    });
  });

  it('reads the metrics that were simulated', () => {
    const values = { fcp_ms: 1200, lcp_ms: 2400, tbt_ms: 80, si_ms: 1900, cls: 0.05 };
    const lab = labOf(values, 'mobile', [{ performance: { values, fault: null }, opportunities: [] }]);
    expect(measured('always', { rendered: { ...RENDERED, lab } }).values).toMatchObject({
      'lab.fcp_ms': 1200,
      'lab.lcp_ms': 2400,
      'lab.tbt_ms': 80,
      'lab.si_ms': 1900,
      'lab.cls': 0.05,
    });
    expect(Object.keys(measured('always', { rendered: RENDERED }).values).join(' ')).not.toContain('lab.');
  });

  it.each<[string, RenderMode, Partial<Grade>]>([
    ['every page is to be rendered and no browser is there', 'always', { rendered: NO_BROWSER }],
    ['the rendering of a shell failed', 'auto', { rendered: NO_BROWSER, checks: unrenderedFindings(SHELL) }],
    ['a shell was left without a browser', 'auto', { checks: unrenderedFindings(SHELL) }],
  ])('says that the rendering failed where %s', (_where, render, parts) => {
    expect(measured(render, parts)).toMatchObject({
      basis: `2026-11-20 ${render} mobile unrendered`,
      renderingFailed: true,
      loads: true,
    });
  });

  it('leaves out the checks that a shell fails because it was not rendered', () => {
    const checks = unrenderedFindings(SHELL);
    const left = checks.filter(({ method }) => method === 'unrendered').map(({ id }) => id);
    expect(left.length).toBeGreaterThan(0);
    const names = Object.keys(measured('auto', { checks }).values).map((name) => name.replace('checks.', ''));
    expect(names).toHaveLength(KNOWN.length - left.length);
    expect(names).toEqual(expect.not.arrayContaining(left));
  });

  it.each([
    ['leaves out', 'not_applicable', 'not_rendered', {}],
    ['leaves out', 'not_applicable', 'unknown', {}],
    ['leaves out', 'not_applicable', 'unreachable', {}],
    ['reads', 'not_applicable', 'absent', { 'checks.one': 'not_applicable' }],
    ['reads', 'fail', 'unreachable', { 'checks.one': 'fail' }],
  ] as const)('%s a check that is %s: %s', (_does, outcome, reason, values) => {
    const [finding] = SHELL as [Finding];
    const checks = [Object.assign({}, finding, { id: 'one', outcome, reason })];
    expect(measured('never', { checks }).values).toEqual(values);
  });

  it('knows that a shell which is not to be rendered has not failed', () => {
    expect(measured('never', { checks: unrenderedFindings(SHELL) })).toMatchObject({
      basis: '2026-11-20 never mobile static',
      renderingFailed: false,
    });
  });

  it('says that a page does not load, which is no failed rendering', () => {
    const error = { code: 'timeout', detail: 'The page did not respond in time.' };
    expect(measured('always', { error, checks: [] })).toMatchObject({
      basis: '2026-11-20 always mobile static',
      loads: false,
      renderingFailed: false,
    });
  });
});
