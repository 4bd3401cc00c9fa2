import { audit } from './audit.js';
import { aPage } from './example-page.js';
import { isShell, renderedFindings, unrenderedFindings } from './rendered-findings.js';
import { scoreOf } from './score.js';

const SHELL =
  '<!doctype html><title></title><div id="root"></div><script type="module" src="/app.js"></script>';
const RENDERED =
  '<!doctype html><title>Blue shoes</title><div id="root"><h1>Blue shoes</h1></div><script type="module" src="/app.js"></script>';

const sent = audit(aPage({ html: SHELL }));
const rendered = renderedFindings(audit(aPage({ html: RENDERED, renderMark: 'data-x' })), sent);
const findingOf = (findings: typeof sent, wanted: string) => findings.find(({ id }) => id === wanted);

describe('isShell', () => {
  it('tells a shell from a document with content', () => {
    expect(isShell(sent)).toBe(true);
    expect(isShell(audit(aPage({ html: '<h1>Shoes</h1>' })))).toBe(false);
  });
});

describe('renderedFindings', () => {
  it('names the outcome that rendering changed', () => {
    expect(findingOf(rendered, 'title')).toMatchObject({ outcome: 'pass', static_outcome: 'fail' });
  });

  it('names none where nothing changed', () => {
    expect(findingOf(rendered, 'language')).not.toHaveProperty('static_outcome');
  });

  it('names none for a check that needs a browser', () => {
    const layout = { 'color-contrast': { passed: 1, failed: 0, unsure: 0, places: [] } };
    const measured = renderedFindings(audit(aPage({ html: RENDERED, renderMark: 'data-x', layout })), sent);
    expect(findingOf(measured, 'color_contrast')?.outcome).toBe('pass');
    expect(findingOf(measured, 'color_contrast')).not.toHaveProperty('static_outcome');
  });

  it('keeps the findings of checks that judge the source', () => {
    expect(findingOf(rendered, 'script_rendered')).toEqual(findingOf(sent, 'script_rendered'));
  });
});

describe('unrenderedFindings', () => {
  it('does not hold against a shell what its scripts may add', () => {
    const findings = unrenderedFindings(sent);
    expect(findingOf(findings, 'title')).toMatchObject({ outcome: 'fail', method: 'unrendered' });
    expect(findingOf(findings, 'script_rendered')).toMatchObject({ outcome: 'fail', method: 'approximate' });
    expect(findingOf(findings, 'doctype')?.method).toBe('exact');
    expect(scoreOf(findings).score).toBeGreaterThan(scoreOf(sent).score);
  });
});
