import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Agent, request } from 'undici';
import { START_ARGUMENTS } from './service.js';

export const KEY = 'bench-key-0123456789abcdef';

/** One process of the built service, which can be killed and started again on its port. */
export class Member {
  private child: ChildProcess | null = null;

  constructor(
    readonly role: 'api' | 'worker' | 'all',
    readonly port: number,
    private readonly env: Readonly<Record<string, string>>,
  ) {}

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  start(): void {
    const env = {
      PATH: process.env.PATH,
      HOST: '127.0.0.1',
      LOG_LEVEL: 'silent',
      METRICS_PORT: '0',
      ...this.env,
    };
    this.child = spawn(process.execPath, START_ARGUMENTS, {
      env: { ...env, ROLE: this.role, PORT: String(this.port), API_KEY: KEY },
      stdio: 'ignore',
    });
  }

  /** Resolves once it is ready. */
  async ready(): Promise<this> {
    if (this.role === 'worker') return this;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      if ((await statusOf(`${this.url}/health/ready`)) === 200) return this;
      await sleep(25);
    }
    throw new Error(`The ${this.role} on port ${this.port} did not become ready`);
  }

  /** @returns its exit status; null where a signal ended it */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this;
    this.child = null;
    if (child?.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
    return child.exitCode;
  }
}

export async function statusOf(url: string): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url);
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}

/** A website on this machine, in this process. */
export async function localSite(answer: RequestListener): Promise<{ target: string; stop: () => void }> {
  const server = createServer({ keepAliveTimeout: 60_000 }, answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { target: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly data?: { readonly id: number; readonly status: string } };
}

/** Asks for a report.
 *  @throws Error where no answer came */
export async function postReport(
  api: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
  dispatcher?: Agent,
): Promise<Answer> {
  const response = await request(`${api}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url }),
    ...(dispatcher && { dispatcher }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await response.body.json()) as Answer['body'],
  };
}

export function percentile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}
