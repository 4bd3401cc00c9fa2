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

  it.each([
    [{ accessibility: 87 }, {}, '  Lighthouse 12.8 accessibility 87'],
    [{ best_practices: 96 }, {}, '  Lighthouse 12.8 best practices 96'],
    [
      {},
      { accessibility: { code: 'took_too_long', detail: 'It took too long.' } },
      '  Lighthouse 12.8 accessibility could not be measured. It took too long.',
    ],
    [
      {},
      { best_practices: { code: 'too_large', detail: 'It is too large.' } },
      '  Lighthouse 12.8 best practices could not be measured. It is too large.',
    ],
  ])('has the scores of Lighthouse: %p', (scores, errors, line) => {
    const page = gradeOf({ html: '<h1>A</h1>' });
    const none = { accessibility: null, best_practices: null };
    const lighthouse = { version: '12.8', seo: 90, ...none, ...scores, errors, audits: {} };
    const grade = { ...page, parity: { lighthouse } as Grade['parity'] };
    const shown = { hasColors: false, whyNoBrowser: null };
    expect(gradeAsText('https://example.com/', grade, shown).split('\n')).toContain(line);
    const audited = [{ url: 'https://example.com/', grade, fault: null }];
    expect(markdown(audited, OPTIONS)).toContain(markdownText(line.trim()));
  });

  it('does not mention Lighthouse for pages that were not rendered', () => {
    const page = gradeOf({ html: '<h1>A</h1>' });
    const none = { accessibility: null, best_practices: null };
    const lighthouse = { version: '12.8', seo: 90, ...none, errors: {}, audits: {} };
    const grade = { ...page, parity: { lighthouse } as Grade['parity'] };
    const shown = { hasColors: false, whyNoBrowser: null };
    expect(gradeAsText('https://example.com/', grade, shown)).not.toContain('Lighthouse');
    expect(markdown([{ url: 'https://example.com/', grade, fault: null }], OPTIONS)).not.toContain(
      'Lighthouse',
    );
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
