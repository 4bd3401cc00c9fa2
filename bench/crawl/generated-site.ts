import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';

/** As `site.ts` sends it. */
interface Description {
  readonly origin: string;
  readonly target: string;
  readonly visited: number;
  /** Paths of sound pages, up to a thousand. */
  readonly paths: readonly string[];
  readonly expected: Readonly<Record<string, readonly string[]>>;
}

export interface RequestLog {
  readonly requests: number;
  /** Paths of pages that were requested more than once. */
  readonly twice: readonly string[];
  /** Paths of pages that a crawl has to request and that were not requested. */
  readonly missed: readonly string[];
}

/** The generated site, served by a process of its own, so that its CPU time is not the crawl's. */
export class GeneratedSite {
  private constructor(
    private readonly child: ChildProcess,
    readonly plan: Description,
  ) {}

  static async start(pages: number): Promise<GeneratedSite> {
    const child = fork('bench/crawl/site.ts', [String(pages)], { execArgv: ['--import', 'tsx'] });
    const [plan] = (await once(child, 'message')) as [Description];
    return new GeneratedSite(child, plan);
  }

  /** Forgets all requests so far. */
  async resetLog(): Promise<void> {
    await this.ask('reset');
  }

  /** The requests since the last reset. */
  async log(): Promise<RequestLog> {
    return this.ask('log');
  }

  stop(): void {
    this.child.kill();
  }

  private async ask(message: 'log' | 'reset'): Promise<RequestLog> {
    this.child.send(message);
    const [log] = (await once(this.child, 'message')) as [RequestLog];
    return log;
  }
}
