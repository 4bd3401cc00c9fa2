import { setImmediate as nextTurn } from 'node:timers/promises';
import { Turns } from './turns.js';

describe('Turns', () => {
  it('lets one begin when the one before has ended, and leaves out those that wait no more', async () => {
    const turns = new Turns(1);
    const begun: string[] = [];
    const ask = (name: string) => turns.ask(() => begun.push(name));
    const [endFirst, endSecond, endThird] = [ask('first'), ask('second'), ask('third')];
    await nextTurn();
    expect(begun).toEqual(['first']);
    endSecond();
    await nextTurn();
    expect(begun).toEqual(['first']);
    endFirst();
    await nextTurn();
    expect(begun).toEqual(['first', 'third']);
    endThird();
    endThird();
    ask('fourth');
    await nextTurn();
    expect(begun).toEqual(['first', 'third', 'fourth']);
  });

  it('lets several have their turn at once', async () => {
    const turns = new Turns(2);
    const begun: number[] = [];
    const ends = [1, 2, 3, 4].map((n) => turns.ask(() => begun.push(n)));
    await nextTurn();
    expect(begun).toEqual([1, 2]);
    ends[1]?.();
    await nextTurn();
    expect(begun).toEqual([1, 2, 3]);
  });
});
