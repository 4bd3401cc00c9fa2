import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { clientAddressOf, requestIdOf } from '../platform/http/server/incoming-request.js';
import { type Caller } from './caller.js';

/** Who makes a change, and by which request. */
export interface Actor extends Caller {
  readonly accountId: number;
  /** Address of the client; empty if its connection is closed. */
  readonly ip: string;
  /** Ours: clients can't choose it. */
  readonly requestId: string;
  /** The one that the client chose; null: none. */
  readonly clientRequestId: string | null;
}

/** Who sends a request that a guard has let in with a key. */
export function actorOf(request: Request): Actor {
  const { account, key } = request.caller;
  const id = requestIdOf(request);
  return {
    account,
    accountId: account.id,
    key,
    ip: clientAddressOf(request),
    requestId: request.ownId,
    clientRequestId: id === request.ownId ? null : id,
  };
}

/** {@link actorOf} the request. */
export const CurrentActor = createParamDecorator((_: unknown, context: ExecutionContext): Actor =>
  actorOf(context.switchToHttp().getRequest<Request>()),
);
