import { compiledFile } from '../../basics/compiled-file.js';
import { type Finding, withUnfinished } from '../audit/audit.js';
import { type SentPositions } from '../audit/dom/dom.js';
import { type PageOutline } from '../audit/outline/outline.js';
import { type PageFacts } from '../audit/page.js';
import { type LighthouseParity } from '../audit/parity/lighthouse.js';
import { type DocumentTests } from '../audit/parity/observatory.js';
import { type References, type Surroundings } from '../audit/surroundings.js';
import { type FairShare, type Release } from '../../basics/fair-share.js';
import { type AuditEnd, type AuditPart, type PageBytes, type TargetDescription } from './audit-page.js';
import { memoryPlan } from './memory-plan.js';
import { type LocationsTask, type SitemapLocations } from './sitemap-locations.js';
import { type SitemapBytes, type SitemapSummary } from './sitemap-reader.js';
import { ThreadPool, type ThreadRun, type ThreadTask } from './thread-pool.js';

export interface AuditThreadsOptions {
  /** CPU time limit of one task; default: 4000 ms. */
  readonly cpuBudgetMs?: number;
  /** Threads to keep running; default: 1. */
  readonly minThreads?: number;
}

/** Result of an audit thread for one document. */
export type Inspection =
  InspectedDocument | { readonly refreshTo: string } | { readonly missingSheets: readonly string[] };

export interface InspectedDocument {
  readonly facts: PageFacts;
  /** One per document check; outcome `error` if there was no time to run it. */
  readonly findings: readonly Finding[];
  readonly references: References;
  /** null: not asked for. */
  readonly outline: PageOutline | null;
  /** null: there was no time. */
  readonly parity: { readonly lighthouse: LighthouseParity; readonly observatory: DocumentTests } | null;
  /** null: the page is not to be rendered, or there was no time. */
  readonly positions: SentPositions | null;
}

/** Scheduling of a task. */
export interface Turns {
  /** Waits for the account's turn. */
  takeTurn(share: FairShare): Promise<Release>;
  /** Terminates the task when aborted. */
  readonly signal?: AbortSignal | undefined;
}

const CPU_BUDGET_MS = 4000;
/** Documents that exceed a limit go to the thread for large documents. */
const ORDINARY = { bytes: 512 * 1024, tags: 20_000 };
const MIN_TRANSFERRED_BYTES = 64 * 1024;
const LESS_THAN_SIGN = 0x3c;
/** `<p>` */
const SHORTEST_TAG_BYTES = 3;

/** Audits pages in threads. Large documents share a separate thread, one at a time, so that they don't delay ordinary
 *  ones and memory is bounded. */
export class AuditThreads {
  private readonly ordinary: ThreadPool;
  private readonly large: ThreadPool;

  constructor({ cpuBudgetMs = CPU_BUDGET_MS, minThreads = 1 }: AuditThreadsOptions = {}) {
    const { threads, heapMb, largeHeapMb } = memoryPlan();
    const common = { entry: compiledFile('./audit.thread.cjs', import.meta.url), cpuBudgetMs };
    this.ordinary = new ThreadPool({
      ...common,
      minThreads,
      maxThreads: threads,
      idleMs: 10_000,
      heapMb,
      youngHeapMb: 16,
      niceness: 2,
    });
    this.large = new ThreadPool({
      ...common,
      minThreads: 0,
      maxThreads: 1,
      idleMs: 10_000,
      heapMb: largeHeapMb,
      youngHeapMb: 16,
      niceness: 5,
    });
  }

  /** @param page its body may be transferred to the thread and be detached afterwards
   *  @returns null if the page is too complex: too many elements, too much memory, or too slow to parse
   *  @throws Error if the audit has a bug */
  async inspect(page: PageBytes, turns: Turns): Promise<Inspection | null> {
    const { parts, result, ended } = await this.ofPage<AuditEnd | null>('auditPage', page, turns);
    if (result && ('refreshTo' in result || 'missingSheets' in result)) return result;
    const basis = parts.find((part) => 'facts' in part);
    if (ended === 'memory' || !basis || (ended === null && !result)) return null;
    const findings = withUnfinished(findingsIn(parts), 'run');
    const positions = parts.find((part) => 'positions' in part)?.positions ?? null;
    return { ...basis, findings, parity: result, positions };
  }

  /** Runs the checks of a page's surroundings. */
  async inspectAround(surroundings: Surroundings, turns: Turns): Promise<Finding[]> {
    const task = { name: 'auditAround', input: surroundings };
    const { parts } = await this.run<null>(this.ordinary, task, turns);
    return withUnfinished(findingsIn(parts), 'judge');
  }

  /** Describes another page of a visit, within the same limits; null if it is too complex. */
  async describe(page: PageBytes, turns: Turns): Promise<TargetDescription | null> {
    return (await this.ofPage<TargetDescription | null>('describePage', page, turns)).result;
  }

  /** Reads a sitemap, within the same limits; null if it exceeds them.
   *  @param sitemap its body may be transferred to the thread and be detached afterwards */
  async readSitemap(sitemap: SitemapBytes, turns: Turns): Promise<SitemapSummary | null> {
    return this.ofSitemap('readSitemap', sitemap, turns);
  }

  /** Collects the addresses in a sitemap, within the same limits; null if it exceeds them.
   *  @param sitemap its body may be transferred to the thread and be detached afterwards */
  async readLocations(sitemap: LocationsTask, turns: Turns): Promise<SitemapLocations | null> {
    return this.ofSitemap('readLocations', sitemap, turns);
  }

  async close(): Promise<void> {
    await Promise.all([this.ordinary.close(), this.large.close()]);
  }

  private async run<R>(
    pool: ThreadPool,
    task: Omit<ThreadTask, 'signal'>,
    turns: Turns,
  ): Promise<ThreadRun<R>> {
    const release = await turns.takeTurn(pool.share);
    try {
      return await pool.run<R>({ ...task, signal: turns.signal });
    } finally {
      release();
    }
  }

  private async ofSitemap<R>(
    name: string,
    input: { readonly body: Uint8Array },
    turns: Turns,
  ): Promise<R | null> {
    const { body } = input;
    const pool = body.length > ORDINARY.bytes ? this.large : this.ordinary;
    return (await this.run<R>(pool, { name, input, transferred: transferable(body) }, turns)).result;
  }

  /** If an ordinary document runs out of memory, it is tried again in the thread for large ones. There it can't be read
   *  a second time with more style sheets, because its body was transferred. */
  private async ofPage<R>(name: string, page: PageBytes, turns: Turns): Promise<ThreadRun<R>> {
    if (isOrdinary(page.body)) {
      const run = await this.run<R>(this.ordinary, { name, input: page }, turns);
      if (run.ended !== 'memory') return run;
    }
    const input = { ...page, mayRequestSheets: false };
    return this.run<R>(this.large, { name, input, transferred: transferable(page.body) }, turns);
  }
}

function isOrdinary(body: Uint8Array): boolean {
  if (body.length > ORDINARY.bytes) return false;
  if (body.length <= ORDINARY.tags * SHORTEST_TAG_BYTES) return true;
  let tags = 0;
  for (let at = body.indexOf(LESS_THAN_SIGN); at >= 0; at = body.indexOf(LESS_THAN_SIGN, at + 1)) tags += 1;
  return tags <= ORDINARY.tags;
}

/** Node.js pools smaller buffers, which can't be transferred. */
function transferable({ buffer }: Uint8Array): ArrayBuffer[] {
  return buffer instanceof ArrayBuffer && buffer.byteLength >= MIN_TRANSFERRED_BYTES ? [buffer] : [];
}

function findingsIn(parts: readonly AuditPart[]): Finding[] {
  return parts.flatMap((part) => ('finding' in part ? [part.finding] : []));
}
