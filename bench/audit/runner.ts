/** Runs one side of the audit benchmark in a process of its own: the grader or its floor. */
import { readFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';
import { Agent } from 'undici';
import type { Grader as GraderType } from '../../src/engine/grading/grader.js';
import type { SeenRequest } from './site.js';

export interface RunOrder {
  readonly side: 'grader' | 'floor';
  readonly url: string;
  readonly requests: readonly SeenRequest[];
  readonly warmups: number;
  readonly runs: number;
  /** Concurrent audits. */
  readonly atOnce: number;
}

export interface RunResult {
  readonly cpuMs: number;
  readonly wallMs: number;
  readonly peakMb: number;
  /** Longest block of the event loop. */
  readonly blockedMs: number;
}

const dist = fileURLToPath(new URL('../../dist/engine/grading/', import.meta.url));

process.on('message', (order: RunOrder) => {
  void run(order).then((result) => {
    process.send?.(result, () => process.exit());
  });
});

async function run({ warmups, runs, atOnce, ...order }: RunOrder): Promise<RunResult> {
  const { once, close } = order.side === 'grader' ? await graderSide(order.url) : floorSide(order);
  await repeat(warmups, atOnce, once);
  const delays = monitorEventLoopDelay({ resolution: 1 });
  delays.enable();
  const cpuBefore = process.cpuUsage();
  const startedAt = performance.now();
  await repeat(runs, atOnce, once);
  const { user, system } = process.cpuUsage(cpuBefore);
  const wallMs = (performance.now() - startedAt) / runs;
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))?.[1]) / 1024;
  delays.disable();
  await close();
  const blockedMs = delays.max / 1e6;
  return { cpuMs: (user + system) / 1000 / runs, wallMs, peakMb, blockedMs };
}

async function repeat(times: number, atOnce: number, once: () => Promise<unknown>): Promise<void> {
  let left = times;
  const work = async () => {
    while (left-- > 0) await once();
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** The built grader. */
async function graderSide(url: string) {
  const { Grader } = (await import(`${dist}grader.js`)) as { Grader: typeof GraderType };
  const policy = { allowedTargets: new Set([new URL(url).host]), allowedPorts: new Set<number>() };
  const grader = new Grader({ loader: { policy, userAgent: 'bench' }, bands: { good: 80, decent: 50 } });
  const once = async () => {
    const { error } = await grader.grade(new URL(url));
    if (error) throw new Error(error.detail);
  };
  return { once, close: () => grader.close() };
}

/** The same requests by bare undici, and one parse by bare parse5. */
function floorSide({ url, requests }: Pick<RunOrder, 'url' | 'requests'>) {
  const once = async () => {
    const agent = new Agent({ connections: 6, pipelining: 1 });
    const [first, second, ...others] = requests;
    const ask = async (request: SeenRequest | undefined) => {
      if (!request) return;
      const { body } = await agent.request({
        origin: new URL(url).origin,
        path: request.path,
        method: request.method,
        headers: { 'accept-encoding': 'gzip' },
      });
      return body.arrayBuffer();
    };
    const { gunzipSync } = await import('node:zlib');
    const document = await ask(first);
    parse(gunzipSync(Buffer.from(document ?? new ArrayBuffer(0))).toString());
    await ask(second);
    await Promise.all(others.map(ask));
    await agent.close();
  };
  return { once, close: () => Promise.resolve() };
}
