import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';

export interface LocalSite {
  /** `127.0.0.1:<port>` */
  readonly target: string;
  stop(): void;
}

/** A website in this process. Without a listener, every URL is the same small page. */
export async function localSite(listener: RequestListener = smallPage): Promise<LocalSite> {
  const server = createServer({ keepAliveTimeout: 60_000 }, listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const stop = () => {
    server.close();
    server.closeAllConnections();
  };
  return { target: `127.0.0.1:${(server.address() as AddressInfo).port}`, stop };
}

const smallPage: RequestListener = (_request, response) => {
  response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>A page</title>');
};
