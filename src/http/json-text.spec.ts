import { jsonOf, withJson } from './json-text.js';

describe('jsonOf', () => {
  it.each([[{ data: { a: 'é' } }], [{ data: null }], [{ data: [1], warnings: ['x'], meta: {} }]])(
    '%j',
    (answer) => {
      const known = withJson({ ...answer }, Buffer.from(JSON.stringify(answer.data)));
      expect(JSON.parse(jsonOf(known).join(''))).toEqual(answer);
      expect(jsonOf(answer)).toEqual([JSON.stringify(answer)]);
    },
  );

  it('uses the JSON that is there, and keeps it in copies', () => {
    const answer = { ...withJson({ data: 1 }, Buffer.from('2')), warnings: [] };
    expect(jsonOf(answer).join('')).toBe('{"data":2,"warnings":[]}');
  });
});
