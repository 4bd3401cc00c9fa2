/** The attackers' website, in a process of its own: serves `/<attack>/<number>` after `/prepare/<attack>` was requested.
 *  Sends its parent its port and that of a name server that never responds. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ATTACKS } from './attacks.js';

let current = '';

const server = createServer((request, response) => {
  response.on('error', () => undefined);
  const path = decodeURIComponent(request.url ?? '/');
  const prepared = /^\/prepare\/(.+)$/.exec(path)?.[1];
  if (prepared !== undefined) {
    ATTACKS[prepared]?.prepare?.();
    return void response.end();
  }
  const chosen = Object.keys(ATTACKS).find((name) => path.startsWith(`/${name}/`));
  if (chosen !== undefined) current = chosen;
  ATTACKS[current]?.(request, response);
});
process.once('disconnect', () => process.exit());
server.maxHeadersCount = 0;
const names = createSocket('udp4');
server.listen(0, '127.0.0.1', () => {
  names.bind(0, '127.0.0.1', () => {
    process.send?.({ port: (server.address() as AddressInfo).port, dnsPort: names.address().port });
  });
});
