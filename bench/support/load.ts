import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { percentile } from './fleet.js';
import { cpuMsOf } from './processes.js';

/** What clients saw of a server. */
export interface Measured {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  /** Microseconds of the serving process. */
  readonly cpuPerRequest: number;
  /** Share of the requests that the server had no room for (503). */
  readonly refused: number;
}

export interface Target {
  readonly pid: number;
  /** Sent in turns. */
  readonly requests: readonly GetRequest[];
}

export interface GetRequest {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A request with a key. */
export function withKey(url: string, key: string): GetRequest {
  return { url, headers: { authorization: `Bearer ${key}` } };
}

/** Sends requests for some seconds: each client the next one when the last was answered, or `everyMs` after it sent
 *  that.
 *  @throws Error at the first answer that is neither 200 nor 503 */
export async function loadOf(
  { pid, requests }: Target,
  { clients, seconds, everyMs = 0 }: { clients: number; seconds: number; everyMs?: number },
): Promise<Measured> {
  const agent = new Agent({ connections: clients, pipelining: 1 });
  const times: number[] = [];
  let refused = 0;
  const cpuBefore = cpuMsOf(pid);
  const start = performance.now();
  const client = async (_client: undefined, first: number): Promise<void> => {
    let turn = first;
    await sleep((everyMs * first) / clients);
    do {
      const at = performance.now();
      const { url = '', headers = {} } = requests[turn++ % requests.length] ?? {};
      const response = await request(url, { dispatcher: agent, headers });
      const body = await response.body.text();
      if (response.statusCode === 200) times.push(performance.now() - at);
      else if (response.statusCode === 503) refused++;
      else throw new Error(`${url} answers ${response.statusCode}: ${body.slice(0, 300)}`);
      if (everyMs > 0) await sleep(Math.max(0, at + everyMs - performance.now()));
    } while (performance.now() - start < seconds * 1000);
  };
  await Promise.all(Array.from({ length: clients }, () => undefined).map(client));
  const elapsed = (performance.now() - start) / 1000;
  await agent.close();
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: times.length / elapsed,
    cpuPerRequest: ((cpuMsOf(pid) - cpuBefore) * 1000) / (times.length + refused),
    refused: refused / (times.length + refused),
  };
}
