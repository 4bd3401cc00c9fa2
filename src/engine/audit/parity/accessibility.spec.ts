import axe from 'axe-core';
import { aPage } from '../example-page.js';
import { ACCESSIBILITY_AUDITS, ACCESSIBILITY_WEIGHTS, INFORMATIVE_AUDITS } from './accessibility.js';
import { type AuditScore } from './category-score.js';
import { lighthouseParity, withAccessibility } from './lighthouse.js';

/** Rules that Lighthouse's gatherer switches on or off, whatever their tags, and that are there today. */
const SWITCHED_ON = [
  'accesskeys',
  'aria-allowed-role',
  'aria-dialog-name',
  'aria-text',
  'aria-treeitem-name',
  'heading-order',
  'image-redundant-alt',
  'skip-link',
  'tabindex',
  'table-duplicate-name',
  'target-size',
];
const SWITCHED_OFF = [
  'area-alt',
  'aria-braille-equivalent',
  'aria-roledescription',
  'audio-caption',
  'blink',
  'duplicate-id',
  'frame-focusable-content',
  'frame-title-unique',
  'marquee',
  'nested-interactive',
  'no-autoplay-audio',
  'role-img-alt',
  'scrollable-region-focusable',
  'server-side-image-map',
  'summary-name',
  'svg-img-alt',
];

/** Rules that are younger than Lighthouse 12.8, which runs them and has no audit for what they find. */
const WITHOUT_AUDIT = ['aria-tab-name'];

const ALL_PASS: Readonly<Record<string, AuditScore>> = Object.fromEntries(
  ACCESSIBILITY_AUDITS.map((id) => [id, 1]),
);

function scoreWith(audits: Readonly<Record<string, AuditScore>>): number | null {
  const parity = lighthouseParity(aPage({ html: '<title>T</title>' }));
  return withAccessibility(parity, { audits: { ...ALL_PASS, ...audits }, fault: null }).accessibility;
}

describe('the audits of Lighthouse’s category accessibility', () => {
  it('are the rules of axe-core that its configuration selects', () => {
    const byTag = axe
      .getRules(['wcag2a', 'wcag2aa'])
      .filter(({ tags }) => !tags.includes('experimental') && !tags.includes('deprecated'))
      .map(({ ruleId }) => ruleId);
    const selected = new Set([...byTag, ...SWITCHED_ON].filter((id) => !SWITCHED_OFF.includes(id)));
    for (const id of [...WITHOUT_AUDIT, ...INFORMATIVE_AUDITS]) selected.delete(id);
    expect(ACCESSIBILITY_AUDITS.toSorted()).toEqual([...selected].toSorted());
  });

  it('are known to axe-core', () => {
    const known = axe.getRules().map(({ ruleId }) => ruleId);
    expect(ACCESSIBILITY_AUDITS.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('have its weights', () => {
    const weights = Object.values(ACCESSIBILITY_WEIGHTS);
    const counts = [10, 7, 3, 1].map((weight) => weights.filter((each) => each === weight).length);
    expect(counts).toEqual([13, 32, 3, 4]);
    expect(weights.reduce((sum, weight) => sum + weight, 0)).toBe(367);
  });

  it.each<[string, Readonly<Record<string, AuditScore>>, number]>([
    ['nothing', {}, 100],
    ['an audit of weight 10', { 'image-alt': 0 }, 97],
    ['an audit of weight 7', { 'color-contrast': 0 }, 98],
    ['an audit of weight 3', { 'heading-order': 0 }, 99],
    ['an audit of weight 1', { 'aria-allowed-role': 0 }, 100],
    ['several', { 'image-alt': 0, 'button-name': 0, label: 0, 'heading-order': 0 }, 92],
    ['one that only informs', { bypass: 0 }, 100],
    ['nothing, and some don’t apply', { 'image-alt': null, list: null }, 100],
  ])('give a score where the page fails %s', (_, audits, score) => {
    expect(scoreWith(audits)).toBe(score);
  });
});

describe('withAccessibility', () => {
  const parity = lighthouseParity(aPage({ html: '<title>T</title><img src="a.png">' }));

  it('has no category without a browser', () => {
    expect(parity).toMatchObject({ version: '12.8', accessibility: null, errors: {} });
    expect(parity.audits['image-alt']).toBe(0);
  });

  it('counts what the browser found also for SEO', () => {
    const judged = withAccessibility(parity, { audits: ALL_PASS, fault: null });
    expect(judged.audits['image-alt']).toBe(1);
    expect(judged.seo).toBeGreaterThan(parity.seo);
    expect(judged.audits['meta-description']).toBe(parity.audits['meta-description']);
  });

  it('has no score but a reason where some audits have no verdict', () => {
    const judged = withAccessibility(parity, { audits: { list: 1 }, fault: 'took_too_long' });
    expect(judged.accessibility).toBeNull();
    expect(judged.errors.accessibility?.code).toBe('took_too_long');
    const informative = Object.fromEntries(INFORMATIVE_AUDITS.map((id) => [id, null]));
    expect(judged.audits).toEqual({ ...parity.audits, list: 1, ...informative });
  });
});
