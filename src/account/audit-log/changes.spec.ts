import { changesBetween } from './changes.js';

describe('changesBetween', () => {
  it('has the fields that differ, with null for what is absent', () => {
    const before = { name: 'ci', scopes: ['a', 'b'], expires: new Date(0), same: { a: [1] } };
    const after = { name: 'cd', scopes: ['a'], expires: null, same: { a: [1] }, added: 0 };
    expect(changesBetween(before, after)).toEqual({
      name: ['ci', 'cd'],
      scopes: [['a', 'b'], ['a']],
      expires: [new Date(0), null],
      added: [null, 0],
    });
    expect(changesBetween(null, { name: 'ci', gone: null })).toEqual({ name: [null, 'ci'] });
    expect(changesBetween({ name: 'ci' }, null)).toEqual({ name: ['ci', null] });
  });
});
