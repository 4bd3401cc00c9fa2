import { type Finding } from '../engine/audit/audit.js';
import { type Grade, type RenderedFacts } from '../engine/grading/grade.js';
import { unavailable } from '../engine/rendering/rendering.js';
import { type Baseline, comparedWith } from './baseline.js';
import { gradeOf } from './formats/audited-page.fixture.js';

const URL_OF_PAGE = 'https://example.com/';
const [FINDING] = gradeOf({ html: '' }).checks as [Finding];
const MOBILE: RenderedFacts = {
  ...unavailable('mobile'),
  words: { static: 0, rendered: 1 },
  error: null,
};

function aGrade(finding: Partial<Finding>, parts: Partial<Grade> = {}): Grade {
  const checks = [Object.assign({}, FINDING, { id: 'title', reason: null, method: 'exact' }, finding)];
  return { ...gradeOf({ html: '' }), checks, score: 50, ...parts };
}

/** As `--format json` prints it. */
function baselineOf({ checks, score, error, rulesetVersion, rendered }: Grade): Baseline {
  const page = { url: URL_OF_PAGE, score, error, ruleset_version: rulesetVersion, rendered, checks };
  return new Map([[URL_OF_PAGE, page as never]]);
}

const worse = (before: Grade, now: Grade) => comparedWith(baselineOf(before), URL_OF_PAGE, now);

describe('a page compared with a baseline', () => {
  it.each([
    ['a check that passed', { outcome: 'pass' }, 1],
    ['a check that did not apply', { outcome: 'not_applicable', reason: 'absent' }, 1],
    ['a check that could not be judged', { outcome: 'not_applicable', reason: 'unknown' }, 0],
    ['a check that failed', { outcome: 'fail' }, 0],
  ] as const)('is worse by failing %s: %s', (_, before, count) => {
    expect(worse(aGrade(before), aGrade({ outcome: 'fail' })).worse).toHaveLength(count);
  });

  it('has its score compared on the same device alone', () => {
    const [before, now] = [aGrade({}, { rendered: MOBILE }), aGrade({}, { rendered: MOBILE, score: 40 })];
    expect(worse(before, now)).toEqual({ worse: ['The score is 40; it was 50.'], notCompared: null });
    const desktop = { ...now, rendered: { ...MOBILE, device: 'desktop' as const } };
    expect(worse(before, desktop)).toEqual({
      worse: [],
      notCompared: 'Its score was not compared: the baseline is of another device.',
    });
  });

  it.each([
    [{ outcome: 'fail', static_outcome: 'pass' }, { outcome: 'pass' }, 0],
    [{ outcome: 'pass', static_outcome: 'fail' }, { outcome: 'fail' }, 0],
    [{ outcome: 'pass' }, { outcome: 'fail' }, 1],
  ] as const)(
    'is compared as it was sent if only one of both was rendered: %j, then %j',
    (rendered, sent, count) => {
      const before = aGrade(rendered, { rendered: MOBILE });
      expect(worse(before, aGrade(sent)).worse).toHaveLength(count);
    },
  );
});
