import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { completedReport } from '../support/service.js';

const LIMITS = { listP99Ms: 500, auditMs: 3000 };
const LIST_EVERY_MS = 100;
const AUDIT_EVERY_MS = 2000;

/** How the lists and audits of accounts went that attack nothing; times in ms. */
export interface Served {
  readonly lists: number;
  readonly listP50Ms: number;
  readonly listP99Ms: number;
  readonly audits: number;
  readonly slowestAuditMs: number;
  readonly isFastEnough: boolean;
}

/** Accounts that list their reports ten times per second and have a page audited every two seconds, in turn. */
export class Bystanders {
  private readonly agent = new Agent({ connections: 64, pipelining: 1 });
  private audited = 0;

  /** @param target `host:port` of a site whose pages are audited without a browser */
  constructor(
    private readonly api: string,
    private readonly keys: readonly string[],
    private readonly target: string,
  ) {}

  async serveUntil(isOver: () => boolean): Promise<Served> {
    const [lists, audits] = await Promise.all([this.list(isOver), this.audit(isOver)]);
    const part = (of: number) => lists[Math.floor(lists.length * of)] ?? 0;
    const [listP50Ms, listP99Ms, slowestAuditMs] = [part(0.5), part(0.99), Math.max(...audits)];
    const isFastEnough = listP99Ms <= LIMITS.listP99Ms && slowestAuditMs <= LIMITS.auditMs;
    return {
      lists: lists.length,
      audits: audits.length,
      listP50Ms,
      listP99Ms,
      slowestAuditMs,
      isFastEnough,
    };
  }

  async close(): Promise<void> {
    await this.agent.close();
  }

  /** @returns how long each list took, ascending */
  private async list(isOver: () => boolean): Promise<number[]> {
    const times: Promise<number>[] = [];
    do {
      times.push(this.timedList(this.keyAt(times.length)));
      await sleep(LIST_EVERY_MS);
    } while (!isOver());
    return (await Promise.all(times)).toSorted((one, other) => one - other);
  }

  private async timedList(key: string): Promise<number> {
    const startedAt = performance.now();
    const headers = { authorization: `Bearer ${key}` };
    const { statusCode, body } = await request(`${this.api}/api/v1/reports`, {
      headers,
      dispatcher: this.agent,
    });
    await body.dump();
    if (statusCode !== 200 && statusCode !== 429) throw new Error(`A list was refused with ${statusCode}`);
    return performance.now() - startedAt;
  }

  private async audit(isOver: () => boolean): Promise<number[]> {
    const times: number[] = [];
    do {
      this.audited += 1;
      const url = `http://${this.target}/audited-${this.audited}`;
      const startedAt = performance.now();
      await completedReport(this.api, { key: this.keyAt(this.audited), body: { url, render: 'never' } });
      times.push(performance.now() - startedAt);
      await sleep(AUDIT_EVERY_MS);
    } while (!isOver());
    return times;
  }

  private keyAt(turn: number): string {
    return this.keys[turn % this.keys.length] ?? '';
  }
}
