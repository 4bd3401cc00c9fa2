import { scoreOf } from '../../engine/audit/score.js';
import { type Grade } from '../../engine/grading/grade.js';
import { gradeOf, OPTIONS } from './audited-page.fixture.js';
import { markdown } from './markdown.js';
import { markdownText } from './markdown-text.js';
import { gradeAsText } from './text.js';

describe('gradeAsText', () => {
  it('shows the most important failure first, with its position and the fix', () => {
    const text = gradeAsText('https://example.com/', gradeOf({ html: '<h1>A</h1>\n<img src="a.png">' }), {
      hasColors: false,
      whyNoBrowser: null,
    });
    const lines = text.split('\n');
    expect(lines[0]).toMatch(/^https:\/\/example\.com\/ {2}\d+ bad$/);
    expect(lines.find((line) => line.includes('fail'))).toContain('(high importance)');
    expect(text).toContain('      1 of 1 image has no alternative text.\n      Fix: Add an alt attribute');
    expect(text).toContain('2:1 <img src="a.png">');
    expect(text.indexOf('(high importance)')).toBeLessThan(text.indexOf('(medium importance)'));
  });

  it('shows what each fix would gain, the largest gain first', () => {
    const grade = gradeOf({ html: '<h1>A</h1>\n<img src="a.png">' });
    const shown = { hasColors: false, whyNoBrowser: null };
    const lines = gradeAsText('https://example.com/', grade, shown).split('\n');
    const heads = lines.filter((line) => /^ {2}(fail|warn) /.test(line));
    const gains = heads.map((line) => Number(/\) \+(\d+)$/.exec(line)?.[1] ?? 0));
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    const image = grade.checks.map((check) =>
      check.id === 'image_keywords' ? { ...check, outcome: 'pass' as const } : check,
    );
    const gain = scoreOf(image).score - grade.score;
    expect(gain).toBeGreaterThan(0);
    expect(lines).toContain(`  fail Alternative text of images (high importance) +${String(gain)}`);
  });

  it('shows no gain of what a gate holds back', () => {
    const html = '<meta name="robots" content="noindex"><title>A</title><img src="a.png">';
    const checks = gradeOf({ html }).checks.filter(({ id }) => id !== 'image_keywords');
    const capped = checks.map((check) =>
      check.id === 'indexable' ? check : { ...check, outcome: 'pass' as const },
    );
    const image = gradeOf({ html }).checks.filter(({ id }) => id === 'image_keywords');
    const all = [...image, ...capped];
    const text = gradeAsText(
      'https://example.com/',
      { ...gradeOf({ html }), ...scoreOf(all), checks: all },
      { hasColors: false, whyNoBrowser: null },
    );
    const lines = text.split('\n').filter((line) => line.startsWith('  fail '));
    expect(lines[0]).toMatch(/^ {2}fail .* \(high importance\) \+\d\d$/);
    expect(lines[1]).toBe('  fail Alternative text of images (high importance)');
  });

  const LAB = {
    throttling: 'simulated',
    device: 'mobile',
    fcp_ms: { value: 1234, rating: 'good' },
    lcp_ms: { value: 2345, rating: 'good' },
    tbt_ms: { value: 120, rating: 'good' },
    si_ms: { value: 1999, rating: 'good' },
    cls: { value: 0.0123, rating: 'good' },
  } as const;
  const took = { code: 'took_too_long', detail: 'It took too long.' };

  it.each([
    [
      'all categories',
      { performance: 74, accessibility: 87, best_practices: 96, errors: {} },
      LAB,
      [
        'Lighthouse 12.8: Performance 74, Accessibility 87, Best practices 96, SEO 90',
        'Simulated mobile device: FCP 1234 ms, LCP 2345 ms, TBT 120 ms, SI 1999 ms, CLS 0.0123',
      ],
    ],
    [
      'one category',
      { performance: null, accessibility: 87, best_practices: null, errors: { performance: took } },
      null,
      [
        'Lighthouse 12.8: Accessibility 87, SEO 90',
        'Lighthouse 12.8 Performance was not measured. It took too long.',
      ],
    ],
    [
      'none',
      { performance: null, accessibility: null, best_practices: null, errors: { best_practices: took } },
      null,
      ['Lighthouse 12.8 Best practices was not measured. It took too long.'],
    ],
  ])('says what Lighthouse would find of a page, where it measured %s', (_, scores, lab, expected) => {
    const page = gradeOf({ html: '<h1>A</h1>' });
    const lighthouse = { version: '12.8', seo: 90, audits: {}, ...scores };
    const rendered = {
      engine: 'Chromium',
      version: '156',
      device: 'mobile',
      words: { static: null, rendered: null },
      error: null,
      lab,
    };
    const grade = { ...page, parity: { lighthouse }, rendered } as unknown[] & Grade;
    const shown = { hasColors: false, whyNoBrowser: null };
    const lines = gradeAsText('https://example.com/', grade, shown).split('\n');
    const said = lines.filter((line) => /^ {2}(Lighthouse|Simulated)/.test(line));
    expect(said).toEqual(expected.map((line) => `  ${line}`));
    const audited = [{ url: 'https://example.com/', grade, fault: null, renderFault: null }];
    for (const line of expected) expect(markdown(audited, OPTIONS)).toContain(markdownText(line));
  });

  it('does not mention Lighthouse for pages that were not rendered', () => {
    const page = gradeOf({ html: '<h1>A</h1>' });
    const lighthouse = {
      version: '12.8',
      seo: 90,
      performance: null,
      accessibility: null,
      best_practices: null,
      errors: {},
      audits: {},
    };
    const grade = { ...page, parity: { lighthouse } as Grade['parity'] };
    const shown = { hasColors: false, whyNoBrowser: null };
    expect(gradeAsText('https://example.com/', grade, shown)).not.toContain('Lighthouse');
    expect(
      markdown([{ url: 'https://example.com/', grade, fault: null, renderFault: null }], OPTIONS),
    ).not.toContain('Lighthouse');
  });

  it('keeps pages from controlling the terminal', () => {
    const text = gradeAsText('https://example.com/', gradeOf({ html: '<img src="\u001b[2J\u202e">' }), {
      hasColors: false,
      whyNoBrowser: null,
    });

    expect(text).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
  });

  it('uses colors only if the terminal has them', () => {
    expect(
      gradeAsText('https://example.com/', gradeOf({ html: '' }), { hasColors: true, whyNoBrowser: null }),
    ).toContain('\u001b[');
    expect(
      gradeAsText('https://example.com/', gradeOf({ html: '' }), { hasColors: false, whyNoBrowser: null }),
    ).not.toContain('\u001b[');
  });
});
