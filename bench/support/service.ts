import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { MALLOC_SETTINGS, V8_FLAGS } from '../../src/process/memory-settings.js';

export const KEY = 'bench-key-0123456789abcdef';

/** Arguments of Node.js that run the built service with the memory settings of `npm start`, also before Node.js 22.15. */
export const START_ARGUMENTS: readonly string[] = [...V8_FLAGS, 'dist/main.js'];

/** Environment that belongs to {@link START_ARGUMENTS}. */
export const START_ENVIRONMENT: Readonly<Record<string, string | undefined>> = {
  PATH: process.env.PATH,
  ...MALLOC_SETTINGS,
};

/** Settings that lift the limits on requests and on new reports. */
export const UNLIMITED = { RATE_LIMIT: '0', CREATE_LIMIT: '0' };

/** One process of the built service, which can be killed and started again on its port. */
export class ServiceProcess {
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

  get isAlive(): boolean {
    return this.child?.exitCode === null && this.child.signalCode === null;
  }

  start(): void {
    const child = spawn(process.execPath, START_ARGUMENTS, {
      env: {
        ...START_ENVIRONMENT,
        HOST: '127.0.0.1',
        PORT: String(this.port),
        METRICS_PORT: '0',
        ROLE: this.role,
        API_KEY: KEY,
        ...this.env,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    });
    const kill = () => void child.kill('SIGKILL');
    process.once('exit', kill);
    child.once('exit', () => process.off('exit', kill));
    this.child = child;
  }

  /** Resolves once it serves requests with the key; at once for a worker, which serves nothing.
   *  @throws Error after 60 s */
  async ready(): Promise<this> {
    if (this.role === 'worker') return this;
    for (const deadline = Date.now() + 60_000; Date.now() < deadline;) {
      if (await serves(this.url)) return this;
      await sleep(50);
    }
    throw new Error(`The process with role ${this.role} on port ${this.port} did not become ready`);
  }

  /** @returns the exit status; null if a signal ended the process */
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

/** Starts a process that serves the API, and audits unless it has only that role, and waits until it is ready. */
export async function startService(
  env: Readonly<Record<string, string>>,
  role: 'api' | 'all' = 'all',
): Promise<ServiceProcess> {
  const [port = 0] = await freePorts(1);
  const service = new ServiceProcess(role, port, env);
  service.start();
  return service.ready();
}

/** Ports that are free now. */
export async function freePorts(count: number): Promise<number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => (server.address() as AddressInfo).port);
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  return ports;
}

/** Whether a service is ready. On an empty database its key works a moment later. */
export async function serves(url: string): Promise<boolean> {
  if ((await statusOf(`${url}/health/ready`)) !== 200) return false;
  return (await statusOf(`${url}/api/v1/account`, { authorization: `Bearer ${KEY}` })) === 200;
}

/** @returns null if no response arrived */
export async function statusOf(
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<number | null> {
  try {
    const { statusCode, body } = await request(url, { headers });
    await body.dump();
    return statusCode;
  } catch {
    return null;
  }
}

export interface ReportResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: { readonly data?: { readonly id: number; readonly status: string } };
}

/** Creates a report.
 *  @throws Error if no response arrived */
export async function postReport(
  api: string,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<ReportResponse> {
  const response = await request(`${api}/api/v1/reports`, {
    method: 'POST',
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ url }),
  });
  return {
    status: response.statusCode,
    headers: response.headers,
    body: (await response.body.json()) as ReportResponse['body'],
  };
}

interface Reason {
  readonly code: string;
  readonly detail: string;
}

interface CompletedReport {
  readonly score: number | null;
  readonly error: Reason | null;
  readonly rendered: { readonly error: Reason | null } | null;
}

/** Creates a report and waits until it has ended.
 *  @throws Error if the request is refused */
export async function completedReport(
  api: string,
  { key, body }: { readonly key: string; readonly body: object },
): Promise<CompletedReport> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const posted = await request(`${api}/api/v1/reports`, {
    method: 'POST',
    headers: { ...headers, prefer: 'respond-async' },
    body: JSON.stringify(body),
  });
  const { data } = (await posted.body.json()) as ReportResponse['body'];
  if (!data) throw new Error(`The report was refused with status ${posted.statusCode}`);
  for (;;) {
    const shown = await request(`${api}/api/v1/reports/${data.id}`, {
      headers: { ...headers, prefer: 'wait=20' },
    });
    const { data: report } = (await shown.body.json()) as { data: CompletedReport & { status: string } };
    if (report.status === 'completed' || report.status === 'failed') return report;
  }
}
