import { setFlagsFromString } from 'node:v8';
import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
  type Worker,
} from 'node:worker_threads';
import { Piscina } from 'piscina';
import { errorCodeOf } from '../../basics/error-code.js';
import { FairShare } from '../../basics/fair-share.js';
import { isShortage, OutOfResources } from '../page-loader/load-error.js';
import { type AuditPart, type RunningThread } from './audit-page.js';
import { untilUsedUp } from './cpu-budget.js';

export interface ThreadPoolOptions {
  /** Compiled `audit.thread.cts`. */
  readonly entry: string;
  readonly minThreads: number;
  readonly maxThreads: number;
  /** Idle time after which a thread ends and frees its memory. */
  readonly idleMs: number;
  readonly heapMb: number;
  /** Size of V8's young generation. If it is too small, documents are copied to the old generation. */
  readonly youngHeapMb: number;
  /** Lowers the priority of the threads below requests and connections. */
  readonly niceness: number;
  /** CPU time limit of one task. */
  readonly cpuBudgetMs: number;
}

/** One task for a thread. */
export interface ThreadTask {
  /** Name of a function that `audit.worker.ts` exports. */
  readonly name: string;
  readonly input: object;
  /** Parts of the input to transfer instead of copy. */
  readonly transferred?: readonly Transferable[];
  /** Terminates the task and its thread when aborted. */
  readonly signal?: AbortSignal | undefined;
}

/** Result of a task. */
export interface ThreadRun<R> {
  /** Partial results. */
  readonly parts: readonly AuditPart[];
  /** Final result; null if the task was terminated. */
  readonly result: R | null;
  /** Why the task was terminated; null if it completed. */
  readonly ended: 'time' | 'memory' | null;
}

/** Takes back the limits of V8's command line, which would apply to threads begun from now on instead of their own. Those of
 *  this one stay. */
export function forgetHeapFlags(): void {
  setFlagsFromString('--max-old-space-size=0');
  setFlagsFromString('--max-semi-space-size=0');
}

/** A task that still runs when the pool closes has nobody who waits for it. */
const CLOSE_TIMEOUT_MS = 1000;

/** A pool of threads that can be terminated individually: a document that takes too much time or memory costs its
 *  thread, not the process. */
export class ThreadPool {
  /** Has as many slots as threads, so a task with a slot doesn't wait for a thread. */
  readonly share: FairShare;
  private readonly pool: Piscina;

  constructor(private readonly options: ThreadPoolOptions) {
    const { entry, minThreads, maxThreads, idleMs, heapMb, youngHeapMb, niceness } = options;
    this.share = new FairShare(maxThreads);
    forgetHeapFlags();
    this.pool = new Piscina({
      filename: entry,
      // Awaited before a thread gets tasks.
      name: 'auditPage',
      minThreads,
      maxThreads,
      idleTimeout: idleMs,
      // A thread that waits with Atomics can't collect garbage.
      atomics: 'disabled',
      niceIncrement: niceness,
      closeTimeout: CLOSE_TIMEOUT_MS,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: youngHeapMb,
        stackSizeMb: 4,
      },
    });
    // A thread that runs out of memory between two tasks, or when its task was given up, has failed nobody. Without a
    // listener, the event would end the process.
    this.pool.on('error', () => undefined);
  }

  /** Runs a task. The caller has to hold a slot of {@link share}.
   *  @throws Error if the task has a bug */
  async run<R>({ name, input, transferred = [], signal }: ThreadTask): Promise<ThreadRun<R>> {
    const { port1: inbox, port2: parts } = new MessageChannel();
    const end = new AbortController();
    const received = this.receive(inbox, end);
    const task = { input, parts };
    const options = {
      name,
      transferList: [parts, ...transferred] as never[],
      signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal,
    };
    try {
      const result = (await this.pool.run(task, options)) as R;
      return { parts: received(), result, ended: null };
    } catch (error) {
      const ended = whyEnded(error);
      if (ended === null) throw shortageOr(error);
      return { parts: received(), result: null, ended };
    } finally {
      inbox.close();
      end.abort();
    }
  }

  get threads(): readonly Worker[] {
    return this.pool.threads;
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /** Collects the partial results of a task, and limits its CPU time.
   *  @returns a function that returns all partial results, to be called when the task has ended */
  private receive(inbox: MessagePort, end: AbortController): () => AuditPart[] {
    const parts: AuditPart[] = [];
    inbox.on('message', (message: readonly AuditPart[]) => {
      for (const part of message) {
        if ('threadId' in part) this.watch(part, end);
        else parts.push(part);
      }
    });
    return () => {
      for (const part of messagesIn(inbox).flat()) if (!('threadId' in part)) parts.push(part);
      return parts;
    };
  }

  private watch({ threadId, tid }: RunningThread, end: AbortController): void {
    const thread = this.threads.find((candidate) => candidate.threadId === threadId);
    if (!thread || end.signal.aborted) return;
    untilUsedUp({ thread, tid }, this.options.cpuBudgetMs, end.signal).then(
      () => {
        end.abort();
      },
      () => undefined,
    );
  }
}

/** Messages that were sent but not received yet, including those of a terminated thread. */
function messagesIn(inbox: MessagePort): (readonly AuditPart[])[] {
  const messages: (readonly AuditPart[])[] = [];
  for (let next = receiveMessageOnPort(inbox); next; next = receiveMessageOnPort(inbox)) {
    messages.push(next.message as readonly AuditPart[]);
  }
  return messages;
}

function whyEnded(error: unknown): ThreadRun<unknown>['ended'] {
  if (error instanceof Error && error.name === 'AbortError') return 'time';
  const isMemory = errorCodeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY' || error instanceof RangeError;
  return isMemory ? 'memory' : null;
}

function shortageOr(error: unknown): unknown {
  return isShortage(error) ? new OutOfResources('A thread could not be started', { cause: error }) : error;
}
