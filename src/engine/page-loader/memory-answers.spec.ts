import { MemoryAnswers } from './memory-answers.js';
import { BadMoment } from './shared-answers.js';

const never = () => Promise.reject(new Error('Asked again'));
const failed = () => Promise.reject(new Error('Not stored'));

describe('answers in memory', () => {
  it('are asked for once by concurrent and later calls', async () => {
    const answers = new MemoryAnswers(1000);
    let asked = 0;
    const ask = () => Promise.resolve({ number: ++asked });
    const both = await Promise.all([answers.once('a', ask), answers.once('a', ask)]);
    expect([...both, await answers.once('a', ask)]).toEqual(Array.from({ length: 3 }, () => ({ number: 1 })));
  });

  it('are asked for by one that waits if the first fails', async () => {
    const answers = new MemoryAnswers(1000);
    let asked = 0;
    const ask = () => Promise.resolve(++asked);
    const [first, ...others] = await Promise.allSettled([
      answers.once('a', failed),
      answers.once('a', ask),
      answers.once('a', ask),
    ]);
    expect(first.status).toBe('rejected');
    expect(others).toEqual([1, 1].map((value) => ({ status: 'fulfilled', value })));
  });

  it('are asked for with the knowledge of a bad moment before', async () => {
    const answers = new MemoryAnswers(1000, 0);
    const repeated: boolean[] = [];
    const inVain = (isRepeated: boolean) => {
      repeated.push(isRepeated);
      return repeated.length === 1 ? failed() : Promise.reject(new BadMoment());
    };
    for (const key of ['a', 'a', 'a', 'b']) await expect(answers.once(key, inVain)).rejects.toThrow();
    expect(repeated).toEqual([false, false, true, false]);
  });

  it('can be stored without being asked for', async () => {
    const answers = new MemoryAnswers(1000);
    await answers.put('a', null);
    expect(await answers.once('a', never)).toBeNull();
  });

  it('are deleted beyond the limit, the least recently used first', async () => {
    const answers = new MemoryAnswers(50);
    for (const key of ['a', 'b']) await answers.put(key, 'x'.repeat(8));
    await answers.once('a', never);
    await answers.put('c', 'x'.repeat(8));
    expect(await answers.once('a', never)).toBe('xxxxxxxx');
    expect(await answers.once('c', never)).toBe('xxxxxxxx');
    expect(await answers.once('b', () => Promise.resolve('new'))).toBe('new');
  });

  it('are not kept if they exceed the limit alone', async () => {
    const answers = new MemoryAnswers(50);
    await answers.put('a', 'x'.repeat(100));
    expect(await answers.once('a', () => Promise.resolve('new'))).toBe('new');
  });
});
