import { type ChildProcess, fork } from 'node:child_process';
import { tmpdir } from 'node:os';
import { compiledFile } from '../../basics/compiled-file.js';
import { type BrowserProgram } from './browser-program.js';
import {
  type ClientCommand,
  type ClientEnding,
  type ClientEvent,
  type PrintOptions,
  type RenderOptions,
  type RunCommand,
  type TurnKind,
} from './client-messages.js';
import { isShortage, OutOfResources } from '../page-loader/load-error.js';
import { socketOf } from './launcher/launcher-socket.js';
import { type MeasuredMemory, type MemoryWatch } from './memory-watch.js';
import { newProfile, removeProfile } from './profiles.js';
import { RenderError } from './render-error.js';
import { startFaultOf } from './start-check.js';
import { type Turns } from './turns.js';
import { messageOf } from '../../basics/message-of.js';

/** A browser is replaced before it grows: its caches and leaks add up. */
const MAX_RUNS = 50;
const MAX_AGE_MS = 30 * 60_000;
const MAX_BYTES = 1.2e9;
/** Time limit for the start of the browser and its check. */
const START_MS = 33_000;
/** Beyond the time limit of a run. */
const LATE_MS = 3000;
/** A message of the browser and what it is parsed to, in a heap of this size, which is collected before it grows: 10 to
 *  20 MB less for a page with much script, at the same CPU. */
const HEAP_FLAGS = ['--max-old-space-size=128', '--max-semi-space-size=2', '--optimize-for-size'];
/** Each thread of a client would keep freed memory of its own: 170 MB instead of 105.
 *  @see https://man7.org/linux/man-pages/man3/mallopt.3.html */
const MALLOC_SETTINGS = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '262144',
  MALLOC_TRIM_THRESHOLD_: '262144',
};

export interface BrowserOptions {
  readonly program: BrowserProgram;
  /** Its URL: `http://…`, or `unix:…` for a launcher. */
  readonly proxy: string;
  readonly hasSandbox: boolean;
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
  readonly memory: MemoryWatch;
  readonly turns: Readonly<Record<TurnKind, Turns>>;
}

/** A browser and the process that drives it, one page after the other. Both end together. */
export class BrowserClient {
  runs = 0;
  /** Whether a process of it was killed because all browsers together took too much memory. */
  wasCrowdedOut = false;
  /** Whether this run took more memory than a browser may take that is alone. */
  wasTooLarge = false;
  private failure: Error | null = null;
  private isSound = true;
  private bytes = 0;
  private onevent: (event: ClientEvent) => void = () => undefined;
  /** What waits for an answer. Not a reaction to {@link exited}: that would keep what each run has found until the end. */
  private onexit: () => void = () => undefined;
  private hasExited = false;
  private unwatch: () => void = () => undefined;
  private readonly endsOfTurns = new Map<TurnKind, () => void>();
  private ending: Promise<void> | null = null;
  private readonly startedAt = performance.now();
  private readonly exited: Promise<void>;

  private constructor(
    private readonly child: ChildProcess,
    private readonly profile: string | null,
    private readonly turns: BrowserOptions['turns'],
    private readonly memoryLimit: number,
  ) {
    this.exited = new Promise((resolve) => {
      const exit = () => {
        this.isSound = false;
        this.hasExited = true;
        this.unwatch();
        this.endTurns();
        this.onexit();
        resolve();
      };
      child.once('exit', exit);
      child.on('error', (error) => {
        this.failure ??= error;
        child.kill('SIGKILL');
        // It was never started, so it can't exit.
        if (child.pid === undefined) exit();
      });
    });
    child.on('message', (event: ClientEvent) => {
      if (event.event === 'memory') this.noteMemory(event);
      this.noteTurn(event);
      this.onevent(event);
    });
  }

  /** @throws RenderError `rendering_unavailable`
   *  @throws OutOfResources if there are too many processes or open files */
  static async start({
    program,
    proxy,
    hasSandbox,
    product,
    memory,
    turns,
  }: BrowserOptions): Promise<BrowserClient> {
    const newOne = socketOf(program.path) === null ? newProfile() : null;
    const profile = await Promise.resolve(newOne).catch((error: unknown) => {
      throw startErrorOf(program, error, error);
    });
    const child = fork(compiledFile('./client/main.js', import.meta.url), {
      // None of our settings, which hold secrets.
      env: { TMPDIR: tmpdir(), ...MALLOC_SETTINGS },
      execArgv: HEAP_FLAGS,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Signals of a terminal reach the service alone.
      detached: true,
    });
    const client = new BrowserClient(child, profile, turns, memory.limitOfOne);
    try {
      const pid = await client.launched({ command: 'start', program, proxy, hasSandbox, profile, product });
      if (pid !== null)
        client.unwatch = memory.add(pid, (measured) => {
          client.noteMemory(measured);
        });
      return client;
    } catch (error) {
      await client.end();
      throw startErrorOf(program, error, client.failure);
    }
  }

  /** Whether it may render another page. */
  get isUsable(): boolean {
    return this.isSound && !this.isWorn;
  }

  /** Renders a page, which is told of in events.
   *  @throws Error if the client ends, or does not end the run in time */
  async render(
    options: RenderOptions,
    note: (event: ClientEvent) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    await this.run({ command: 'render', ...options }, note, signal);
  }

  /** Prints a document.
   *  @returns what the client calls a PDF; null: it told of none
   *  @throws RenderError as the client tells
   *  @throws Error if the client ends, or does not end the run in time */
  async print(options: PrintOptions, signal?: AbortSignal): Promise<unknown> {
    let bytes: unknown = null;
    const note = (event: ClientEvent) => {
      if (event.event === 'pdf') bytes = event.bytes;
    };
    const { error } = await this.run({ command: 'print', ...options }, note, signal);
    if (error) throw new RenderError(error.code, error.detail);
    return bytes;
  }

  async end(): Promise<void> {
    this.ending ??= this.kill();
    await this.ending;
  }

  private async run(
    command: RunCommand,
    note: (event: ClientEvent) => void,
    signal?: AbortSignal,
  ): Promise<ClientEnding> {
    // While the browser was started, nothing listened to it.
    signal?.throwIfAborted();
    this.runs += 1;
    this.wasTooLarge = false;
    // Until the run has ended well: nobody else gets a browser that a page has spoiled.
    this.isSound = false;
    const ended = await this.answer(
      command,
      command.timeLimitMs + LATE_MS,
      (event) => {
        note(event);
        return event.event === 'ended' ? event : null;
      },
      signal,
    );
    this.isSound = ended.isSound;
    return ended;
  }

  private get isWorn(): boolean {
    const ageMs = performance.now() - this.startedAt;
    return this.runs >= MAX_RUNS || ageMs > MAX_AGE_MS || this.bytes > MAX_BYTES;
  }

  private noteMemory({ bytes, isCrowdedOut }: MeasuredMemory): void {
    this.bytes = bytes;
    if (bytes > this.memoryLimit) this.wasTooLarge = true;
    if (isCrowdedOut) this.wasCrowdedOut = true;
  }

  private noteTurn(event: ClientEvent): void {
    if (event.event === 'turn') {
      const { kind } = event;
      this.endTurn(kind);
      const begin = () => {
        this.child.send({ command: 'turn', kind } satisfies ClientCommand, () => undefined);
      };
      this.endsOfTurns.set(kind, this.turns[kind].ask(begin));
    }
    if (event.event === 'screenshot' && event.kind === 'full') this.endTurn('picture');
    if (event.event === 'ended') this.endTurns();
  }

  private endTurn(kind: TurnKind): void {
    this.endsOfTurns.get(kind)?.();
    this.endsOfTurns.delete(kind);
  }

  private endTurns(): void {
    for (const kind of this.endsOfTurns.keys()) this.endTurn(kind);
  }

  private async kill(): Promise<void> {
    this.unwatch();
    this.child.kill('SIGKILL');
    await this.exited;
    if (this.profile !== null) await removeProfile(this.profile);
  }

  private async launched(command: ClientCommand): Promise<number | null> {
    return this.answer(command, START_MS, (event) => {
      if (event.event === 'unusable') throw new Error(event.detail);
      return event.event === 'ready' ? { pid: event.pid } : null;
    }).then(({ pid }) => pid);
  }

  /** Sends a command and reads events until one is the answer.
   *  @param answerOf null: more events follow */
  private async answer<T extends object>(
    command: ClientCommand,
    timeLimitMs: number,
    answerOf: (event: ClientEvent) => T | null,
    signal?: AbortSignal,
  ): Promise<T> {
    let late: NodeJS.Timeout | undefined;
    let abort: () => void = () => undefined;
    const answered = new Promise<T>((resolve, reject) => {
      this.onevent = (event) => {
        try {
          const answer = answerOf(event);
          if (answer) resolve(answer);
        } catch (error) {
          reject(error instanceof Error ? error : new Error(String(error)));
        }
      };
      late = setTimeout(() => {
        reject(new Error('it does not answer'));
      }, timeLimitMs);
      abort = () => {
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', abort, { once: true });
      this.onexit = () => {
        reject(new Error('the process that drives it has ended'));
      };
      if (this.hasExited) this.onexit();
      this.child.send(command, (error) => {
        if (error) reject(new Error('the process that drives it has ended'));
      });
    });
    try {
      return await answered;
    } finally {
      clearTimeout(late);
      signal?.removeEventListener('abort', abort);
      this.onevent = () => undefined;
      this.onexit = () => undefined;
    }
  }
}

/** @param failure of this process */
function startErrorOf(program: BrowserProgram, error: unknown, failure: unknown): Error {
  return isShortage(failure)
    ? new OutOfResources('A browser could not be started', { cause: failure })
    : new RenderError('rendering_unavailable', startFaultOf(program, messageOf(error)), { cause: error });
}
