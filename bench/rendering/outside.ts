import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { type AddressInfo } from 'node:net';

/** How long both engines wait for a host that can't be reached. Pages paint before or after that, so it has to be the same. */
const WAIT_MS = 150;
const ADDRESS = '127.0.0.1';
const NO_SUCH_NAME = 3;

/** The other hosts that pages name, none of which can be reached. */
export interface Outside {
  /** A name server that knows no name. */
  readonly dns: string;
  /** URL of a proxy that reaches nothing. */
  readonly proxy: string;
  readonly stop: () => void;
}

export async function unreachableOutside(): Promise<Outside> {
  const proxy = createServer((_request, response) => {
    setTimeout(() => response.writeHead(502).end(), WAIT_MS);
  });
  proxy.on('connect', (_request, client) => {
    client.on('error', () => undefined);
    setTimeout(() => client.end('HTTP/1.1 502 Bad Gateway\r\n\r\n'), WAIT_MS);
  });
  const dns = createSocket('udp4', (question, { port, address }) => {
    setTimeout(() => dns.send(denied(question), port, address), WAIT_MS);
  });
  proxy.listen(0, ADDRESS);
  dns.bind(0, ADDRESS);
  await Promise.all([once(proxy, 'listening'), once(dns, 'listening')]);
  return {
    dns: `${ADDRESS}:${dns.address().port}`,
    proxy: `http://${ADDRESS}:${(proxy.address() as AddressInfo).port}`,
    stop: () => {
      proxy.closeAllConnections();
      proxy.close();
      dns.close();
    },
  };
}

/** The answer that there is no such name: the question with other flags.
 *  @see https://www.rfc-editor.org/rfc/rfc1035#section-4.1.1 */
function denied(question: Buffer): Buffer {
  const answer = Buffer.from(question);
  answer.writeUInt8(answer.readUInt8(2) | 0x80, 2);
  answer.writeUInt8(0x80 | NO_SUCH_NAME, 3);
  return answer;
}
