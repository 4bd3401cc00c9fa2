import { ClickDepths } from './click-depths.js';

const pages = (...depths: (number | null)[]) =>
  depths.map((depth, at) => ({ id: 10 * (at + 1), depth, targetId: null as number | null }));

it('counts the clicks of each way, and takes the shortest', () => {
  const depths = new ClickDepths(pages(0, null, null, null, 9));
  for (const [from, to] of [
    [10, 20],
    [20, 30],
    [30, 40],
    [10, 40],
    [40, 50],
    [50, 10],
  ] as const)
    depths.addLink(from, to);
  expect(depths.lowered()).toEqual([
    { id: 20, depth: 1 },
    { id: 30, depth: 2 },
    { id: 40, depth: 1 },
    { id: 50, depth: 2 },
  ]);
});

it('does not count redirects, also of pages whose clicks were known', () => {
  const [start, first, ...others] = pages(0, 3, null, null);
  const redirects = [{ ...first, targetId: 30 }, ...others];
  const depths = new ClickDepths([start, ...redirects] as ReturnType<typeof pages>);
  depths.addLink(30, 40);
  expect(depths.lowered()).toEqual([
    { id: 30, depth: 3 },
    { id: 40, depth: 4 },
  ]);
});

it('leaves what no way leads to, links of other crawls, and what is right', () => {
  const depths = new ClickDepths(pages(0, 1, null));
  depths.addLink(30, 30);
  depths.addLink(10, 20);
  depths.addLink(10, 7);
  depths.addLink(7, 30);
  expect([depths.lowered(), depths.improvable]).toEqual([[], [30]]);
});

it('keeps more links than there was room for at first', () => {
  const many = 5000;
  const depths = new ClickDepths(pages(0, ...new Array<null>(many).fill(null)));
  for (let at = 1; at <= many; at++) depths.addLink(10, 10 * (at + 1));
  expect(depths.lowered()).toHaveLength(many);
});
