import { Agent, request } from 'undici';
import { cpuMs } from './processes.js';

/** What clients measured. */
export interface Measured {
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly perSecond: number;
  /** Microseconds of CPU of the serving process per request. */
  readonly cpuUs: number;
  readonly requests: number;
  /** Share of the requests that were answered with 503. */
  readonly refused: number;
}

export interface Target {
  readonly pid: number;
  /** Sent in rotation. */
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

/** Sends requests for some seconds; each client sends the next one when the last was answered.
 *  @throws Error at the first response other than 200 and 503 */
export async function loadOf(
  { pid, requests }: Target,
  { clients, seconds }: { clients: number; seconds: number },
): Promise<Measured> {
  const agent = new Agent({ connections: clients, pipelining: 1 });
  const times: number[] = [];
  let refused = 0;
  const cpuBefore = cpuMs(pid);
  const start = performance.now();
  const client = async (first: number): Promise<void> => {
    let turn = first;
    do {
      const at = performance.now();
      const { url = '', headers = {} } = requests[turn++ % requests.length] ?? {};
      const { statusCode, body } = await request(url, { dispatcher: agent, headers });
      const text = await body.text();
      if (statusCode === 200) times.push(performance.now() - at);
      else if (statusCode === 503) refused++;
      else throw new Error(`${url} returned ${statusCode}: ${text.slice(0, 300)}`);
    } while (performance.now() - start < seconds * 1000);
  };
  await Promise.all(Array.from({ length: clients }, (_, index) => client(index)));
  const elapsed = (performance.now() - start) / 1000;
  await agent.close();
  const sent = times.length + refused;
  return {
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    perSecond: times.length / elapsed,
    cpuUs: ((cpuMs(pid) - cpuBefore) * 1000) / sent,
    requests: sent,
    refused: refused / sent,
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

export function median(values: readonly number[]): number {
  return percentile(values, 0.5);
}
