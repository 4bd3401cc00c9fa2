import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { decodeCursor, encodeCursor } from './cursor.js';

const scope = [1, 'reports', 'id', 'desc', null];

describe('cursor', () => {
  it('gives back every position in the scope that it was made for', () => {
    fc.assert(
      fc.property(
        fc.record({
          towards: fc.constantFrom('next' as const, 'prev' as const),
          value: fc.oneof(
            fc.string({ unit: 'binary' }).filter((text) => !text.includes('\0')),
            fc.integer(),
          ),
          id: fc.nat(),
        }),
        (position) => {
          expect(decodeCursor(encodeCursor(position, scope), scope)).toEqual(position);
        },
      ),
    );
  });

  it('is refused in another scope', () => {
    const cursor = encodeCursor({ towards: 'next', value: 7, id: 7 }, scope);
    expect(decodeCursor(cursor, [2, 'reports', 'id', 'desc', null])).toBeNull();
    expect(decodeCursor(cursor, [1, 'reports', 'id', 'asc', null])).toBeNull();
  });

  it('is refused with any one character changed, added or removed', () => {
    const cursor = encodeCursor({ towards: 'next', value: 'http://example.com/', id: 7 }, scope);
    fc.assert(
      fc.property(fc.nat(cursor.length - 1), fc.constantFrom('', 'AB', '~'), (at, replacement) => {
        expect(decodeCursor(cursor.slice(0, at) + replacement + cursor.slice(at + 1), scope)).toBeNull();
      }),
    );
  });

  it('is refused when it is rubbish', () => {
    for (const rubbish of ['', '.', '..', 'null', '%00', '{"a":1}', 'é']) {
      expect(decodeCursor(rubbish, scope)).toBeNull();
    }
  });

  it('is refused when it is forged, and holds no position', () => {
    for (const json of [
      '{',
      'null',
      '{}',
      '[]',
      '["sideways",1,1]',
      '["next",1,"x"]',
      '["next",1,1.5]',
      '["next",{},1]',
      '["next","\\u0000",1]',
    ]) {
      const payload = Buffer.from(json).toString('base64url');
      const sum = createHash('sha256')
        .update(JSON.stringify([payload, scope]))
        .digest('base64url')
        .slice(0, 16);
      expect(decodeCursor(`${payload}.${sum}`, scope)).toBeNull();
    }
  });
});
