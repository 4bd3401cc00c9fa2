import fc from 'fast-check';
import { evaluateForFailure } from 'csp_evaluator/dist/lighthouse/lighthouse_checks.js';
import { CspParser } from 'csp_evaluator/dist/parser.js';
import { failuresOf, weaknessesOf } from './csp-evaluation.js';

const WORDS = [
  "'self'",
  "'none'",
  "'unsafe-inline'",
  "'strict-dynamic'",
  "'nonce-abcdefgh'",
  'https:',
  'HTTP:',
  '*',
];
const NAMES = ['script-src', 'default-src', 'object-src', 'base-uri', 'Img-Src', 'constructor', ''];

describe('failuresOf', () => {
  it('finds what Lighthouse finds in any policies', () => {
    const words = fc.array(fc.constantFrom(...WORDS, 'a.example', 'x://*'), { maxLength: 5 });
    const directive = fc
      .tuple(fc.constantFrom(...NAMES), words)
      .map(([name, sources]) => [name, ...sources].join(' '));
    const policy = fc.array(directive, { maxLength: 4 }).map((directives) => directives.join(';'));
    fc.assert(
      fc.property(fc.array(policy, { maxLength: 4 }), (policies) => {
        const expected = evaluateForFailure(policies.map((text) => new CspParser(text).csp));
        expect(failuresOf(policies)).toEqual(expected);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('weaknessesOf', () => {
  it.each(['/', 'http://[', ':', 'https://'])('leaves out %j, which is no source', (source) => {
    const found = weaknessesOf([`script-src 'unsafe-inline' ${source}; report-uri /`]);
    expect(found.map(({ value }) => value)).toContain("'unsafe-inline'");
  });
});
