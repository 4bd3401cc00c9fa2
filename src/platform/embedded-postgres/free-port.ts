import { randomBytes } from 'node:crypto';
import { createServer } from 'node:net';

/** `wanted` if it is free on 127.0.0.1, else any that is. Below 32768: above it, the system itself may take
 *  a port between our look and the server's. */
export async function freePort(wanted: number | null): Promise<number> {
  for (let port = wanted ?? somePort(); ; port = somePort()) if (await isFree(port)) return port;
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
      .once('error', () => {
        resolve(false);
      })
      .listen(port, '127.0.0.1', () =>
        probe.close(() => {
          resolve(true);
        }),
      );
  });
}

function somePort(): number {
  return 20_000 + (randomBytes(2).readUInt16BE() % 12_000);
}
