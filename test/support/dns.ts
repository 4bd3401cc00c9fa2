import { Resolver } from 'node:dns/promises';
import { createSocket } from 'node:dgram';
import { type Resolver as AddressResolver } from '../../src/engine/page-loader/resolver.js';

/** A DNS server on this machine. */
export interface NameServer {
  /** Asks this server, for names that the product would have the system resolve. */
  readonly resolve: AddressResolver;
  /** `address:port`. */
  readonly address: string;
  /** How often each name was asked for. */
  readonly questions: string[];
  close(): void;
}

/** Starts a DNS server that answers each question for an IPv4 address with what `answer` gives: no addresses for
 *  a name that does not exist, null for no answer at all.
 *  @param ignoresIpv6 whether questions for IPv6 addresses get no answer at all */
export async function nameServer(
  answer: (name: string, asked: number) => string[] | null,
  ignoresIpv6 = false,
): Promise<NameServer> {
  const questions: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (query, { port, address }) => {
    const name = nameIn(query);
    if (ignoresIpv6 && !isForIpv4(query)) return;
    const asked = questions.filter((known) => known === name).length;
    questions.push(name);
    const addresses = answer(name, asked);
    if (addresses) socket.send(reply(query, isForIpv4(query) ? addresses : []), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  const resolver = new Resolver({ timeout: 500, tries: 1 });
  resolver.setServers([`127.0.0.1:${socket.address().port}`]);
  return {
    resolve: (host) => resolver.resolve4(host),
    address: `127.0.0.1:${socket.address().port}`,
    questions,
    close: () => socket.close(),
  };
}

function nameIn(query: Buffer): string {
  const labels: string[] = [];
  for (let at = 12; query[at]; at += (query[at] ?? 0) + 1) {
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  }
  return labels.join('.');
}

/** RFC 1035 section 4: the header, the question again, then one A record for each address. */
function reply(query: Buffer, addresses: string[]): Buffer {
  const isKnown = addresses.length > 0;
  const header = Buffer.alloc(12);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(isKnown ? 0x8180 : 0x8183, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) =>
    Buffer.from([0xc0, 0x0c, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
  );
  return Buffer.concat([header, query.subarray(12, questionEnd(query)), ...records]);
}

function isForIpv4(query: Buffer): boolean {
  return query.readUInt16BE(questionEnd(query) - 4) === 1;
}

function questionEnd(query: Buffer): number {
  return query.indexOf(0, 12) + 5;
}
