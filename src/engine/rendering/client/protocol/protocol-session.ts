import { EventEmitter } from 'node:events';
import { type ProtocolMapping } from 'devtools-protocol/types/protocol-mapping.js';

type Commands = ProtocolMapping.Commands;
export type Command = keyof Commands;
export type CommandParameters<C extends Command> = Commands[C]['paramsType'];
export type ProtocolEvents = ProtocolMapping.Events;
export type ProtocolEvent = keyof ProtocolEvents;

/** Sends a command in a session and resolves to its result. */
export type SendCommand = (
  method: string,
  params: object | undefined,
  sessionId?: string,
) => Promise<unknown>;

/** A session of the Chrome DevTools Protocol: of the browser itself, or of a page, frame or worker.
 *  @see https://chromedevtools.github.io/devtools-protocol/ */
export class ProtocolSession {
  private readonly emitter = new EventEmitter();
  /** Is called with each event, after those who listen to it alone. */
  onany?: (event: ProtocolEvent, params: unknown) => void;
  /** Is called when the session has ended, or the browser. */
  onend?: () => void;

  /** @param id undefined: of the browser itself */
  constructor(
    readonly id: string | undefined,
    private readonly sendCommand: SendCommand,
  ) {}

  /** @throws Error if the browser refuses the command, or ends the session before it has answered */
  async send<C extends Command>(
    method: C,
    ...[params]: CommandParameters<C>
  ): Promise<Commands[C]['returnType']> {
    return this.sendCommand(method, params, this.id) as Promise<Commands[C]['returnType']>;
  }

  /** @returns a function that ends listening */
  on<E extends ProtocolEvent>(event: E, listener: (...params: ProtocolEvents[E]) => void): () => void {
    this.emitter.on(event, listener);
    return () => this.emitter.off(event, listener);
  }

  /** Resolves to the next event of this name. */
  async next<E extends ProtocolEvent>(event: E): Promise<ProtocolEvents[E][0]> {
    return new Promise((resolve) => {
      this.emitter.once(event, resolve);
    });
  }

  emit(event: ProtocolEvent, params: unknown): void {
    this.emitter.emit(event, params);
    this.onany?.(event, params);
  }
}
