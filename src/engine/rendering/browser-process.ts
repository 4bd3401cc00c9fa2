import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import { launchArguments, type LaunchOptions } from './browser-arguments.js';
import { type BrowserProgram } from './browser-program.js';
import { userAgentOf } from './device.js';

const STDERR_CHARACTERS = 4000;

export interface ProcessOptions extends Omit<LaunchOptions, 'userAgent'> {
  /** `Pagegrade/1.0.0`, for the User-Agent header. */
  readonly product: string;
}

/** The process of a browser that was started here, with its remote debugging pipe. */
export class BrowserProcess {
  readonly input: Writable;
  readonly output: Readable;
  /** Resolves to the reason when it has ended or could not be started. */
  readonly ended: Promise<string>;
  private readonly child: ChildProcess;
  private printed = '';

  constructor(program: BrowserProgram, { product, ...options }: ProcessOptions) {
    const { profile } = options;
    const userAgent = userAgentOf('desktop', program.version, product);
    this.child = spawn(program.path, launchArguments({ ...options, userAgent }), {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      // None of our settings, which hold secrets.
      env: { HOME: profile, TMPDIR: profile, LANG: 'en_US.UTF-8' },
    });
    const failed = new Promise<string>((resolve) => {
      this.child.on('error', (error) => {
        resolve(error.message);
      });
    });
    // Without a descriptor left, there are none.
    const [, , stderr, input, output] = (this.child.stdio as ChildProcess['stdio'] | undefined) ?? [];
    if (!(stderr instanceof Readable && input instanceof Writable && output instanceof Readable))
      throw new Error('The browser has no pipes.');
    this.input = input;
    this.output = output;
    stderr.on('error', () => undefined);
    stderr.on('data', (chunk: Buffer) => {
      this.printed = (this.printed + chunk.toString()).slice(0, STDERR_CHARACTERS);
    });
    const closed = new Promise<string>((resolve) => {
      this.child.on('close', () => {
        resolve(this.printed.trim() || 'The browser has ended.');
      });
    });
    this.ended = Promise.race([failed, closed]);
  }

  /** null: it could not be started. */
  get pid(): number | null {
    return this.child.pid ?? null;
  }
}
