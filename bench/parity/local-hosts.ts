import { Socket } from 'node:net';
import { DOMAIN } from './case.js';

interface Target {
  host?: string;
  port?: number | string;
}

/** Leads this process's connections to the cases' hosts to the site's ports, whoever makes them. */
export function leadToSite({ httpPort, httpsPort }: { httpPort: number; httpsPort: number }): void {
  // eslint-disable-next-line @typescript-eslint/unbound-method -- called with the right `this` below.
  const connect = Socket.prototype.connect;
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const target = targetOf(args[0]);
    if (target.host?.endsWith(`.${DOMAIN}`)) {
      target.port = Number(target.port) === 443 ? httpsPort : httpPort;
      target.host = '127.0.0.1';
    }
    return connect.apply(this, args as Parameters<typeof connect>);
  };
}

/** node:net passes its own arguments on as a list. */
function targetOf(argument: unknown): Target {
  const target: unknown = Array.isArray(argument) ? argument[0] : argument;
  return typeof target === 'object' && target !== null ? target : {};
}
