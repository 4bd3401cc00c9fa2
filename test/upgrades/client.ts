import { startService } from '../../bench/support/service.js';
import { send, stable } from './exchange.js';

interface WebsiteBody {
  readonly id: number;
  readonly domain: string;
  readonly share_url: string;
}

/** Runs `work` with the built service, which ends afterwards. */
export async function withService(
  env: Readonly<Record<string, string>>,
  role: 'all' | 'api',
  keys: Readonly<Record<string, string>>,
  work: (client: Client) => Promise<void>,
): Promise<void> {
  const service = await startService(env, role);
  try {
    await work(new Client(service.url, role, keys));
  } finally {
    await service.end('SIGTERM');
  }
}

/** A client of the API. */
export class Client {
  constructor(
    readonly url: string,
    private readonly role: 'all' | 'api',
    private readonly keys: Readonly<Record<string, string>>,
  ) {}

  /** Creates a report; waits for its audit if there is a worker. */
  async store(
    url: string,
    { key = 'owner', idempotencyKey }: { key?: string; idempotencyKey?: string } = {},
  ): Promise<void> {
    const hasWorker = this.role === 'all';
    const headers = {
      ...(!hasWorker && { prefer: 'respond-async' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    };
    const call = { method: 'POST', path: '/api/v1/reports', key, headers, form: { url } } as const;
    const { status, text } = await send(this.url, this.keys, call);
    if (status !== (hasWorker ? 201 : 202))
      throw new Error(`POST ${url} was answered with ${status}: ${text}`);
  }

  /** Posts to a path below the API.
   *  @returns the record */
  async post(path: string, form: Record<string, string> = {}): Promise<{ readonly id: number }> {
    const call = { method: 'POST', path: `/api/v1/${path}`, key: 'owner', form } as const;
    const { status, text } = await send(this.url, this.keys, call);
    if (status >= 300) throw new Error(`POST ${path} was answered with ${status}: ${text}`);
    return (JSON.parse(text) as { data: { id: number } }).data;
  }

  /** Deletes what is at a path below the API. */
  async remove(path: string): Promise<void> {
    const call = { method: 'DELETE', path: `/api/v1/${path}`, key: 'owner' } as const;
    const { status, text } = await send(this.url, this.keys, call);
    if (status !== 200) throw new Error(`DELETE ${path} was answered with ${status}: ${text}`);
  }

  async update(domain: string, fields: Record<string, string>): Promise<void> {
    await this.change('PATCH', domain, fields);
  }

  async delete(domain: string): Promise<void> {
    await this.change('DELETE', domain);
  }

  async updateAccount(fields: object): Promise<void> {
    const call = { method: 'PATCH', path: '/api/v1/account', key: 'owner', json: fields } as const;
    const { status, text } = await send(this.url, this.keys, call);
    if (status !== 200) throw new Error(`PATCH /account was answered with ${status}: ${text}`);
  }

  async tryPassword(domain: string, password: string): Promise<void> {
    const { share_url } = await this.website(domain);
    const path = `${new URL(share_url).pathname}/unlock`;
    const { status } = await send(this.url, {}, { method: 'POST', path, form: { password } });
    if (status !== 403) throw new Error(`A wrong password was answered with ${status}`);
  }

  private async change(
    method: 'PATCH' | 'DELETE',
    domain: string,
    form?: Record<string, string>,
  ): Promise<void> {
    const path = `/api/v1/websites/${(await this.website(domain)).id}`;
    const call = { method, path, key: 'owner', ...(form && { form }) };
    const { status, text } = await send(this.url, this.keys, call);
    if (status !== 200) throw new Error(`${method} ${path} was answered with ${status}: ${text}`);
  }

  private async website(domain: string): Promise<WebsiteBody> {
    const path = `/api/v1/websites?search=${domain}`;
    const { text } = await send(this.url, this.keys, { method: 'GET', path, key: 'owner' });
    const [website] = (stable(text) as { data: WebsiteBody[] }).data;
    if (!website) throw new Error(`There is no website ${domain}`);
    return website;
  }
}
