import { type NestExpressApplication } from '@nestjs/platform-express';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdEventAgainstDocument } from './openapi.js';

/** A request that an endpoint received. */
export interface Received {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body. */
  readonly event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
  readonly at: number;
}

/** An endpoint that receives events. */
export interface Receiver {
  /** `http://127.0.0.1:port/hook`. */
  readonly url: string;
  /** As ALLOWED_TARGETS spells it. */
  readonly target: string;
  readonly received: Received[];
  /** Makes {@link until} throw unless all events are what the OpenAPI document says. */
  holdAgainst(app: NestExpressApplication): void;
  /** The first so many requests, or those of a type, as soon as they are there.
   *  @throws Error after 90 s */
  until(isEnough: (received: readonly Received[]) => boolean): Promise<void>;
  close(): Promise<void>;
}

/** Starts an endpoint that answers 204, or as told. */
export async function startReceiver(
  answer: (response: ServerResponse, count: number) => void = (response) => {
    response.writeHead(204).end();
  },
): Promise<Receiver> {
  const received: Received[] = [];
  let app: NestExpressApplication | null = null;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      received.push({
        headers: request.headers,
        body,
        event: JSON.parse(body) as Received['event'],
        at: Date.now(),
      });
      answer(response, received.length);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const target = `127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  return {
    url: `http://${target}/hook`,
    target,
    received,
    holdAgainst: (sender) => {
      app = sender;
    },
    until: async (isEnough) => {
      const endsAt = Date.now() + 90_000;
      while (!isEnough(received)) {
        if (Date.now() > endsAt)
          throw new Error(`The endpoint received ${JSON.stringify(received.map(({ event }) => event.type))}`);
        await sleep(20);
      }
      if (app) for (const one of received) holdEventAgainstDocument(app, one);
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve();
        });
        server.closeAllConnections();
      }),
  };
}
