import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo } from 'node:net';
import { type Resolver } from '../../src/engine/page-loader/resolver.js';

/** An address of this machine that stands for the public internet. */
const PUBLIC_ADDRESS = '127.0.0.2';

export const isPublic = (address: string) => address === PUBLIC_ADDRESS;

/** A website at a public address. */
export interface PublicSite {
  /** `http://public.example:port`. */
  readonly origin: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function publicSite(answer: RequestListener): Promise<PublicSite> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, PUBLIC_ADDRESS, resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://public.example:${port}`,
    port,
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Resolves the names of public sites; all other names lead to this machine. */
export const resolvePublic: Resolver = (host) =>
  Promise.resolve([host === 'public.example' ? PUBLIC_ADDRESS : '127.0.0.1']);
