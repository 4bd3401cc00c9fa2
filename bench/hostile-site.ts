/** The attackers' website, in a process of its own: `http://host/<attack>/<number>`, once
 *  `http://host/prepare/<attack>` was asked for. Prints its port, and that of a name server which never answers. */
import { createSocket } from 'node:dgram';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';
import { ATTACKS } from './hostile-attacks.js';

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
server.maxHeadersCount = 0;
const names = createSocket('udp4');
server.listen(0, '127.0.0.1', () => {
  names.bind(0, '127.0.0.1', () => {
    process.stdout.write(`${(server.address() as AddressInfo).port} ${names.address().port}\n`);
  });
});
