import { setTimeout as sleep } from 'node:timers/promises';
import { type CrawlView } from '../../src/crawls/crawl.view.js';
import { KEY } from '../support/service.js';

/** The API of a running service, as the account of a key. */
export class Api {
  constructor(
    private readonly url: string,
    private readonly key: string = KEY,
  ) {}

  /** @returns the field `data` of the response
   *  @throws Error if the status is not 2xx */
  async call<T>(method: string, path: string, body?: object): Promise<T> {
    return ((await this.send(method, path, body)) as { data: T }).data;
  }

  /** @returns all records of a list */
  async list<T>(path: string): Promise<T[]> {
    const records: T[] = [];
    for (let cursor = ''; ;) {
      const response = await this.send('GET', `${path}?per_page=100${cursor}`);
      const { data, meta } = response as { data: T[]; meta: { next_cursor: string | null } };
      records.push(...data);
      if (meta.next_cursor === null) return records;
      cursor = `&cursor=${meta.next_cursor}`;
    }
  }

  async startCrawl(body: object): Promise<number> {
    return (await this.call<CrawlView>('POST', '/crawls', body)).id;
  }

  /** Waits until a crawl has ended.
   *  @param onProgress called every second */
  async crawlEnd(id: number, onProgress: (crawl: CrawlView) => void = () => undefined): Promise<CrawlView> {
    for (;;) {
      await sleep(1000);
      const crawl = await this.call<CrawlView>('GET', `/crawls/${String(id)}`);
      onProgress(crawl);
      if (crawl.finished_at !== null) return crawl;
    }
  }

  private async send(method: string, path: string, body?: object): Promise<unknown> {
    const headers = { authorization: `Bearer ${this.key}`, 'content-type': 'application/json' };
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${await response.text()}`);
    return response.json();
  }
}
