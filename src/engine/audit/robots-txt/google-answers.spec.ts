import { frozenAnswers } from './google-answers.fixture.js';
import { robotsQuestions } from './google-questions.fixture.js';
import { GoogleRobots } from './google-robots.js';

describe('GoogleRobots', () => {
  it('gives the same 24,000 answers as google/robotstxt', () => {
    const answers = frozenAnswers();
    const questions = robotsQuestions();
    expect(answers).toHaveLength(24_000);
    expect(questions).toHaveLength(24_000);

    const wrong = questions.filter(({ file, agent, url }, index) => {
      const { isAllowed, line } = new GoogleRobots(Buffer.from(file, 'latin1')).judge(url, agent);
      const answer = answers[index];
      // google/robotstxt returns the line of an empty rule, although it decides nothing.
      return isAllowed !== answer?.isAllowed || (line ?? answer.line) !== answer.line;
    });
    expect(wrong.slice(0, 5)).toEqual([]);
  });

  it('is asked about rules that allow, rules that disallow, and files without a rule for it', () => {
    const answers = frozenAnswers();
    const count = (isAllowed: boolean, hasRule: boolean) =>
      answers.filter((answer) => answer.isAllowed === isAllowed && answer.line > 0 === hasRule).length;
    expect(count(true, true)).toBeGreaterThan(5000);
    expect(count(false, true)).toBeGreaterThan(5000);
    expect(count(true, false)).toBeGreaterThan(5000);
    expect(count(false, false)).toBe(0);
  });
});
