import { decidePrivacy } from './privacy.js';
import { type Privacy } from './website.entity.js';

type Case = [
  title: string,
  current: { privacy: Privacy; hasPassword: boolean },
  change: { privacy?: Privacy; hasPassword: boolean },
  expected: { privacy: Privacy; password: string; warnings: string[] },
];

const cases: Case[] = [
  [
    'changes nothing when nothing is sent',
    { privacy: 1, hasPassword: false },
    { hasPassword: false },
    { privacy: 1, password: 'forget', warnings: [] },
  ],
  [
    'keeps the password when nothing is sent',
    { privacy: 2, hasPassword: true },
    { hasPassword: false },
    { privacy: 2, password: 'keep', warnings: [] },
  ],
  [
    'sets a password with privacy 2',
    { privacy: 0, hasPassword: false },
    { privacy: 2, hasPassword: true },
    { privacy: 2, password: 'replace', warnings: [] },
  ],
  [
    'replaces a password with privacy 2',
    { privacy: 2, hasPassword: true },
    { privacy: 2, hasPassword: true },
    { privacy: 2, password: 'replace', warnings: [] },
  ],
  [
    'keeps a password when privacy 2 is sent again',
    { privacy: 2, hasPassword: true },
    { privacy: 2, hasPassword: false },
    { privacy: 2, password: 'keep', warnings: [] },
  ],
  [
    'warns of privacy 2 without any password',
    { privacy: 1, hasPassword: false },
    { privacy: 2, hasPassword: false },
    { privacy: 2, password: 'keep', warnings: ['password_missing'] },
  ],
  [
    'ignores a password alone, even where privacy is 2 already',
    { privacy: 2, hasPassword: true },
    { hasPassword: true },
    { privacy: 2, password: 'keep', warnings: ['password_ignored'] },
  ],
  [
    'ignores a password with privacy 0',
    { privacy: 1, hasPassword: false },
    { privacy: 0, hasPassword: true },
    { privacy: 0, password: 'forget', warnings: ['password_ignored'] },
  ],
  [
    'forgets the password on leaving privacy 2',
    { privacy: 2, hasPassword: true },
    { privacy: 1, hasPassword: false },
    { privacy: 1, password: 'forget', warnings: [] },
  ],
];

describe('decidePrivacy', () => {
  it.each(cases)('%s', (_title, current, change, expected) => {
    const decision = decidePrivacy(current, change);
    expect({ ...decision, warnings: decision.warnings.map((warning) => warning.code) }).toEqual(expected);
  });
});
