import { type Finding } from './audit.js';
import { type Check, type MemberType } from './check.js';
import { messageOf } from './message.js';
import { expectSentence } from './message.fixture.js';
import { cookies } from './checks/security/cookies.check.js';
import { findingOn } from './checks/verdicts.fixture.js';
import { CHECKS } from './registry.js';

const COUNTS = [0, 1, 2, 12_345];

function findingWith(check: Check, reason: string, count: number): Finding {
  const { id, category, importance, method } = check;
  const names = Object.entries(check.value);
  return {
    id,
    category,
    importance,
    method,
    outcome: reason === 'pass' ? 'pass' : 'fail',
    reason: reason === 'pass' ? null : reason,
    value:
      names.length === 0
        ? null
        : Object.fromEntries(names.map(([name, type]) => [name, sampleOf(type, count)])),
    evidence: [],
    evidence_count: count,
    sample: { taken: count, of: count + 1 },
  };
}

function sampleOf(type: MemberType, count: number): string | number | boolean | string[] | null {
  if (type.endsWith('?') && count === 0) return null;
  switch (type.replace('?', '')) {
    case 'text':
      return 'A text';
    case 'texts':
      return Array.from({ length: Math.min(count, 5) }, () => 'https://example.com/a');
    case 'flag':
      return count === 1;
    case 'number':
      return count + 0.25;
    default:
      return count;
  }
}

describe.each(CHECKS.map((check) => [check.id, check] as const))('messages of %s', (_id, check) => {
  it.each(Object.keys(check.messages))('%s', (reason) => {
    for (const count of COUNTS) expectSentence(messageOf(findingWith(check, reason, count)));
  });

  it('are made for its examples', () => {
    for (const example of Object.values(check.examples)) {
      const finding = findingOn(check, example);
      expect(Object.keys(check.messages)).toContain(finding.reason ?? 'pass');
    }
  });

  it('are not made of values that an earlier version stored', () => {
    const finding = { ...findingWith(check, 'pass', 1), value: JSON.parse('"some text"') as null };
    expectSentence(messageOf(finding));
  });
});

describe('other messages', () => {
  const [check] = CHECKS;
  if (!check) throw new Error('The registry is empty');

  it.each([
    ['out_of_time', 'The page takes too much processing time to be checked for this.'],
    ['defect', 'The check failed because of a bug in Pagegrade. Please report it.'],
  ])('of an unfinished check: %s', (reason, expected) => {
    expect(messageOf({ ...findingWith(check, reason, 0), outcome: 'error' })).toBe(expected);
  });

  it('are made of values from before a member was added that may be missing', () => {
    const finding = findingOn(cookies, { html: '', headers: [['set-cookie', 'session=1']] });
    const value = { ...finding.value };
    delete value.preloaded_ending;
    expect(messageOf({ ...finding, value })).toBe(messageOf(finding));
  });

  it('say that style sheets are missing', () => {
    expect(messageOf({ ...findingWith(check, 'pass', 1), method: 'unstyled' })).toMatch(/style sheet/);
  });

  it('of a reason that no longer exists are its words', () => {
    expect(messageOf(findingWith(check, 'gone_by_now', 1))).toBe('Gone by now.');
  });

  it('of a check that no longer exists are the words of its reason', () => {
    expect(messageOf({ ...findingWith(check, 'too_old', 1), id: 'removed' })).toBe('Too old.');
  });
});
