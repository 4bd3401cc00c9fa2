import { type BeforeApplicationShutdown, Injectable, StreamableFile } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { setMaxListeners } from 'node:events';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Tally } from '../../basics/tally.js';
import { type Scope } from '../../auth/scopes.js';
import { TooManyStreams } from '../console-errors.js';
import { sessionCookieOf } from '../sessions/session-cookie.js';
import { SessionsService } from '../sessions/sessions.service.js';
import { type ProgressEvent } from '../script/console-script.js';

const INTERVAL_MS = 1000;
/** Browsers ask again after that, with the session that they have then. */
const LIMIT_MS = 5 * 60_000;
/** In this process: tabs that are looked at. */
const MAX_STREAMS = { key: 20, account: 60 } as const;
const HEADERS = {
  'Content-Type': 'text/event-stream',
  'Cache-Control': 'no-store, no-transform',
  // nginx passes each event on at once.
  'X-Accel-Buffering': 'no',
  // A connection that is kept would keep a process from ending.
  Connection: 'close',
};

/** What a page in progress listens to. */
interface Source {
  /** Without it, the stream ends. */
  readonly scope: Scope;
  readonly read: (accountId: number) => Promise<ProgressEvent>;
}

/** Streams of server-sent events that say how far work is. Nest's `@Sse()` answers every refusal with 200.
 *  @see https://html.spec.whatwg.org/multipage/server-sent-events.html */
@Injectable()
export class ProgressStreams implements BeforeApplicationShutdown {
  private readonly ending = new AbortController();
  /** Open ones, by key and by account. */
  private readonly open = new Tally<string>();

  constructor(private readonly sessions: SessionsService) {
    setMaxListeners(0, this.ending.signal);
  }

  beforeApplicationShutdown(): void {
    this.ending.abort();
  }

  /** What a source says now and each second, until it is done, or the session may not see it any more.
   *  @throws TooManyStreams, and what the source throws */
  async of(request: Request, response: Response, source: Source): Promise<StreamableFile> {
    const { account, key } = request.caller;
    const owners = [
      { kind: 'key', name: `key ${String(key.id)}` },
      { kind: 'account', name: `account ${String(account.id)}` },
    ] as const;
    for (const { kind, name } of owners)
      if (this.open.of(name) >= MAX_STREAMS[kind]) throw new TooManyStreams(MAX_STREAMS[kind], kind);
    const count = (change: 1 | -1) => {
      for (const { name } of owners) this.open.add(name, change);
    };
    // Before anything is waited for: others are counted meanwhile.
    count(1);
    try {
      await source.read(account.id);
    } catch (error) {
      count(-1);
      throw error;
    }
    const events = Readable.from(this.events(sessionCookieOf(request) ?? '', source));
    events.once('close', () => {
      count(-1);
    });
    response.set(HEADERS);
    return new StreamableFile(events);
  }

  private async *events(cookie: string, { scope, read }: Source): AsyncGenerator<string> {
    const { signal } = this.ending;
    const endsAt = performance.now() + LIMIT_MS;
    while (!signal.aborted && performance.now() < endsAt) {
      const event = await this.next(cookie, { scope, read });
      if (event === null) return;
      yield `data: ${JSON.stringify(event)}\n\n`;
      if (event.isDone) return;
      await sleep(INTERVAL_MS, undefined, { signal }).catch(() => undefined);
    }
  }

  /** null: the browser has to ask again, and then gets the reason. */
  private async next(cookie: string, { scope, read }: Source): Promise<ProgressEvent | null> {
    try {
      const caller = await this.sessions.callerOf(cookie);
      return caller?.key.scopes.includes(scope) === true ? await read(caller.account.id) : null;
    } catch {
      return null;
    }
  }
}
