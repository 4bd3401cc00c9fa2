import { KeyRoster } from './key-roster.js';
import { hashOf } from './secret.js';

const prefixOf = (secret: string) => hashOf(secret).toString('base64', 0, 6);

describe('KeyRoster', () => {
  it('knows keys made since the last reading, and reads once for all that wait', async () => {
    const inForce = ['first'];
    let readings = 0;
    const roster = new KeyRoster(() => {
      readings++;
      return Promise.resolve(inForce.map(prefixOf));
    });
    expect(await roster.has(hashOf('first'))).toBe(true);
    expect(await roster.has(hashOf('first'))).toBe(true);
    expect(readings).toBe(1);
    const answers = [
      roster.has(hashOf('unknown')),
      roster.has(hashOf('second')),
      roster.has(hashOf('third')),
    ];
    inForce.push('second');
    expect(await Promise.all(answers)).toEqual([false, true, false]);
    expect(readings).toBe(2);
  });

  it('has no more than 1000 wait', async () => {
    let finish: (prefixes: string[]) => void = () => undefined;
    const prefixes = new Promise<string[]>((resolve) => (finish = resolve));
    const roster = new KeyRoster(() => prefixes);
    const answers = Array.from({ length: 1001 }, (_, n) => roster.has(hashOf(String(n))));
    expect(await answers[1000]).toBeNull();
    finish([prefixOf('7')]);
    const others = await Promise.all(answers.slice(0, 1000));
    expect(others.filter((isInForce) => isInForce)).toHaveLength(1);
    expect(others[7]).toBe(true);
  });

  it('reads again after a reading that failed', async () => {
    let readings = 0;
    const roster = new KeyRoster(() =>
      ++readings === 1 ? Promise.reject(new Error('away')) : Promise.resolve([prefixOf('key')]),
    );
    await expect(roster.has(hashOf('key'))).rejects.toThrow('away');
    expect(await roster.has(hashOf('key'))).toBe(true);
  });
});
