import {
  MessageChannel,
  type MessagePort,
  receiveMessageOnPort,
  type Transferable,
} from 'node:worker_threads';
import { Piscina } from 'piscina';
import { errorCodeOf } from '../error-code.js';
import { FairShare } from '../fair-share.js';
import { OutOfResources } from '../page-loader/load-error.js';
import { type AuditPart } from './audit-page.js';
import { untilUsedUp } from './cpu-budget.js';

export interface ThreadPoolOptions {
  /** Compiled `audit.worker.js`. */
  readonly entry: string;
  readonly minThreads: number;
  readonly maxThreads: number;
  /** After which a thread without work ends, and its memory is free. */
  readonly idleMs: number;
  readonly heapMb: number;
  /** Room for short-lived objects: a document outlives a smaller one, and is copied. */
  readonly youngHeapMb: number;
  /** By how much the threads stand back behind requests and connections. */
  readonly niceness: number;
  /** Processor time for one task. */
  readonly cpuBudgetMs: number;
}

/** One task for a thread. */
export interface ThreadTask {
  /** Of a function that `audit.worker.ts` exports. */
  readonly name: string;
  readonly input: object;
  /** Parts of the input that are moved, not copied. */
  readonly moved?: readonly Transferable[];
  /** Ends the task with its thread. */
  readonly signal?: AbortSignal | undefined;
}

/** What became of a task. */
export interface ThreadRun<R> {
  /** What it reported on the way. */
  readonly parts: readonly AuditPart[];
  /** What it answered; null where it was ended before. */
  readonly result: R | null;
  /** Why it was ended; null where it was not. */
  readonly ended: 'time' | 'memory' | null;
}

/** Threads that can be ended one by one: a document that takes too much time or memory costs its thread, not the
 *  process. */
export class ThreadPool {
  /** As many places as threads: nobody who has a turn waits for a thread. */
  readonly share: FairShare;
  private readonly pool: Piscina;

  constructor(private readonly options: ThreadPoolOptions) {
    const { entry, minThreads, maxThreads, idleMs, heapMb, youngHeapMb, niceness } = options;
    this.share = new FairShare(maxThreads);
    this.pool = new Piscina({
      filename: entry,
      minThreads,
      maxThreads,
      idleTimeout: idleMs,
      // An idle thread that waits for a flag can't collect its garbage.
      atomics: 'disabled',
      niceIncrement: niceness,
      resourceLimits: {
        maxOldGenerationSizeMb: heapMb,
        maxYoungGenerationSizeMb: youngHeapMb,
        stackSizeMb: 4,
      },
    });
  }

  /** To be called by whoever holds a place of {@link share}.
   *  @throws Error where the task itself is broken */
  async run<R>({ name, input, moved = [], signal }: ThreadTask): Promise<ThreadRun<R>> {
    const { port1: inbox, port2: parts } = new MessageChannel();
    const over = new AbortController();
    const received = this.receive(inbox, over);
    const task = { input, parts };
    const options = {
      name,
      transferList: [parts, ...moved] as never[],
      signal: signal ? AbortSignal.any([signal, over.signal]) : over.signal,
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
      over.abort();
    }
  }

  async close(): Promise<void> {
    await this.pool.close();
  }

  /** Collects what a thread reports, and watches its processor time.
   *  @returns a function that gives all of it, to be called when the task has ended */
  private receive(inbox: MessagePort, over: AbortController): () => AuditPart[] {
    const parts: AuditPart[] = [];
    inbox.on('message', (message: readonly AuditPart[]) => {
      for (const part of message) {
        if ('threadId' in part) this.watch(part.threadId, over);
        else parts.push(part);
      }
    });
    return () => {
      for (const part of messagesIn(inbox).flat()) if (!('threadId' in part)) parts.push(part);
      return parts;
    };
  }

  private watch(threadId: number, over: AbortController): void {
    const thread = this.pool.threads.find((candidate) => candidate.threadId === threadId);
    if (!thread || over.signal.aborted) return;
    untilUsedUp(thread, this.options.cpuBudgetMs, over.signal).then(
      () => {
        over.abort();
      },
      () => undefined,
    );
  }
}

/** What was sent and not received yet, also by a thread that has ended since. */
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
  const isShortage = /^(ERR_WORKER_INIT_FAILED|EAGAIN|ENOMEM|EMFILE)$/.test(errorCodeOf(error));
  return isShortage ? new OutOfResources('No thread can be started', { cause: error }) : error;
}
