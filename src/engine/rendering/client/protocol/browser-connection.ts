import { type DebuggingPipe } from '../../debugging-pipe.js';
import { type Message } from '../../message-reader.js';
import { type ProtocolEvent, ProtocolSession } from './protocol-session.js';

interface Call {
  readonly method: string;
  readonly sessionId: string | undefined;
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: Error) => void;
}

/** The browser, page, frame or worker that was asked has ended. */
export class SessionEnded extends Error {}

/** The Chrome DevTools Protocol over a debugging pipe, with all sessions of one browser. */
export class BrowserConnection {
  /** The session of the browser itself. */
  readonly browser = this.added(undefined);
  onclose?: () => void;
  private readonly sessions = new Map<unknown, ProtocolSession>([[undefined, this.browser]]);
  private readonly calls = new Map<unknown, Call>();
  private lastId = 0;
  private closed = false;

  constructor(private readonly pipe: DebuggingPipe) {
    pipe.onmessage = (message) => {
      this.receive(message);
    };
    pipe.onclose = () => {
      this.closed = true;
      this.endCalls(() => true);
      for (const session of this.sessions.values()) session.onend?.();
      this.onclose?.();
    };
  }

  /** Whether the browser has ended, or can no longer be reached. */
  get isClosed(): boolean {
    return this.closed;
  }

  /** The session of a target that was attached. */
  session(id: string): ProtocolSession {
    const session = this.sessions.get(id) ?? this.added(id);
    this.sessions.set(id, session);
    return session;
  }

  private added(id: string | undefined): ProtocolSession {
    return new ProtocolSession(id, (method, params, sessionId) => this.call(method, params, sessionId));
  }

  private async call(method: string, params: object = {}, sessionId?: string): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.closed || (sessionId !== undefined && !this.sessions.has(sessionId))) {
        reject(ended(method));
        return;
      }
      const id = ++this.lastId;
      this.calls.set(id, { method, sessionId, resolve, reject });
      this.pipe.send({ id, method, params, ...(sessionId !== undefined && { sessionId }) });
    });
  }

  private receive({ id, method, params, sessionId, result, error }: Message): void {
    if (typeof method !== 'string') {
      const call = this.calls.get(id);
      this.calls.delete(id);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new Error(`${call.method}: ${(error as Error).message}`));
      return;
    }
    this.sessions.get(sessionId)?.emit(method as ProtocolEvent, params);
    if (method === 'Target.detachedFromTarget') this.end((params as { sessionId: string }).sessionId);
  }

  private end(sessionId: string): void {
    const session = this.sessions.get(sessionId);
    this.sessions.delete(sessionId);
    this.endCalls((call) => call.sessionId === sessionId);
    session?.onend?.();
  }

  private endCalls(isOver: (call: Call) => boolean): void {
    for (const [id, call] of this.calls)
      if (isOver(call)) {
        this.calls.delete(id);
        call.reject(ended(call.method));
      }
  }
}

function ended(method: string): SessionEnded {
  return new SessionEnded(`It ended before it answered ${method}.`);
}
