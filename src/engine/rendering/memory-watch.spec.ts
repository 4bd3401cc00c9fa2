import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type MeasuredMemory, MemoryWatch } from './memory-watch.js';

const PLENTY = 1e12;
let programs: ChildProcess[] = [];

/** Takes some 70 MB. */
function program(): number {
  const started = spawn(
    process.execPath,
    ['-e', 'const filled = Buffer.alloc(60e6, 1); setTimeout(() => filled, 60_000)'],
    { stdio: 'ignore' },
  );
  programs.push(started);
  return started.pid ?? 0;
}

afterEach(() => {
  for (const started of programs) started.kill('SIGKILL');
  programs = [];
});

/** Watches some programs until one is killed.
 *  @returns what was measured last of each */
async function watched(count: number, most: number): Promise<MeasuredMemory[]> {
  const watch = new MemoryWatch({ first: PLENTY, further: PLENTY }, most);
  const last: MeasuredMemory[] = [];
  const ends = Array.from({ length: count }, (_, at) =>
    watch.add(program(), (memory) => {
      if (!last[at]?.isCrowdedOut) last[at] = memory;
    }),
  );
  await Promise.race(programs.map((started) => once(started, 'exit')));
  for (const end of ends) end();
  return last;
}

describe('browsers in a container with little memory', () => {
  it('lose the largest process before the system kills one', async () => {
    const [only] = await watched(1, 30e6);
    expect(only?.bytes).toBeGreaterThan(30e6);
    expect(only?.isCrowdedOut).toBe(false);
  });

  it('blame no page that would have had room alone', async () => {
    const measured = await watched(3, 150e6);
    expect(measured.filter(({ isCrowdedOut }) => isCrowdedOut)).toHaveLength(1);
  });
});
