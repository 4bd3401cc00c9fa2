import { setImmediate as nextTurn } from 'node:timers/promises';
import { PictureTurns } from './picture-turns.js';

describe('PictureTurns', () => {
  it('lets one begin when the one before has ended, and leaves out those that wait no more', async () => {
    const turns = new PictureTurns();
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
});
