import { simhashOf } from '../../engine/audit/outline/simhash.js';
import { nearDuplicates } from './near-duplicates.js';

const ZERO = '0'.repeat(32);
const page = (id: number, simhash: string) => ({ id, simhash });

describe('nearDuplicates', () => {
  it('groups pages of which at most three bits of one hash differ', () => {
    const near = `7${ZERO.slice(1)}`;
    const far = `ff${ZERO.slice(2, 16)}f${ZERO.slice(17)}`;
    expect(nearDuplicates([page(1, ZERO), page(2, near), page(3, far)])).toEqual(
      new Map([
        [1, 1],
        [2, 1],
      ]),
    );
  });

  it('is satisfied with either hash', () => {
    const firstDiffers = 'f'.repeat(16) + '0'.repeat(16);
    expect(nearDuplicates([page(1, ZERO), page(2, firstDiffers)])).toEqual(
      new Map([
        [2, 1],
        [1, 1],
      ]),
    );
  });

  it('joins pages that are near by pages in between, and equal ones', () => {
    const [between, end] = [`7${ZERO.slice(1)}`, `77${ZERO.slice(2, 16)}ffff${ZERO.slice(20)}`];
    const groups = nearDuplicates([page(1, ZERO), page(2, end), page(3, between), page(4, end)]);
    expect([...groups.entries()].toSorted()).toEqual([
      [1, 1],
      [2, 1],
      [3, 1],
      [4, 1],
    ]);
  });

  it('groups ten thousand pages of one template', () => {
    const template = Array.from({ length: 400 }, (_, at) => `word${String(at)}`);
    const pages = Array.from({ length: 10_000 }, (_, id) =>
      page(id + 1, simhashOf([...template, `place${String(id)}`, `street${String(id * 7)}`]) ?? ''),
    );
    const groups = nearDuplicates(pages);
    expect(new Set(groups.values())).toEqual(new Set([1]));
    expect(groups.size).toBe(10_000);
  });

  it('finds one pair among ten thousand different pages', () => {
    const hashOf = (seed: number, changed = -1) =>
      simhashOf(
        Array.from({ length: 100 }, (_, at) => `word${String(at === changed ? -1 : seed * 1000 + at)}`),
      ) ?? '';
    const pages = Array.from({ length: 10_000 }, (_, id) => page(id + 1, hashOf(id + 1)));
    pages.push(page(10_001, hashOf(5000, 99)));
    expect([...nearDuplicates(pages).keys()].toSorted((a, b) => a - b)).toEqual([5000, 10_001]);
  });
});
