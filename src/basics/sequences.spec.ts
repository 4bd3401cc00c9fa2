import { setTimeout as sleep } from 'node:timers/promises';
import { Sequences } from './sequences.js';

describe('Sequences', () => {
  const sequences = new Sequences();
  const events: string[] = [];

  async function work(name: string, ms: number): Promise<string> {
    events.push(`${name} begins`);
    await sleep(ms);
    events.push(`${name} ends`);
    return name;
  }

  beforeEach(() => {
    events.length = 0;
  });

  it('runs work with one key in its order, and hands on what it returns', async () => {
    const all = [
      sequences.run('one', () => work('first', 30)),
      sequences.run('one', () => work('second', 0)),
    ];
    expect(await Promise.all(all)).toEqual(['first', 'second']);
    expect(events).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
  });

  it('runs work with other keys at the same time', async () => {
    await Promise.all([
      sequences.run('one', () => work('first', 30)),
      sequences.run('two', () => work('other', 0)),
    ]);
    expect(events).toEqual(['first begins', 'other begins', 'other ends', 'first ends']);
  });

  it('goes on after work that failed', async () => {
    const failed = sequences.run('one', () => Promise.reject(new Error('failed')));
    const next = sequences.run('one', () => work('next', 0));
    await expect(failed).rejects.toThrow('failed');
    expect(await next).toBe('next');
  });
});
