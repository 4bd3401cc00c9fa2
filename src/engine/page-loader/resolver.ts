import { lookup, Resolver as DnsResolver } from 'node:dns/promises';
import { open } from 'node:fs/promises';
import { isIP } from 'node:net';
import { devNull } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pLimit from 'p-limit';
import { errorCodeOf } from '../../basics/error-code.js';
import { HostsFile } from './hosts-file.js';
import { LoadError } from './load-error.js';
import { type TargetPolicy } from './target.js';

/** All IP addresses of a host name.
 *  @throws LoadError `dns_not_found`, `dns_failed`; the signal's reason if it is aborted */
export type Resolver = (host: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Timeout of one query to one server; then the next server is tried. */
const SERVER_MS = 900;
const TRIES = 3;
/** How long IPv6 addresses may take longer than IPv4 addresses: some servers never answer for them. */
const IPV6_MS = 300;
const NOT_FOUND = new Set(['ENOTFOUND', 'ENODATA']);
const NO_ANSWER = new Set(['ETIMEOUT', 'ECONNREFUSED', 'ECANCELLED']);
/** `getaddrinfo` blocks a thread of the pool that file access and decompression share. */
const systemLookups = pLimit(2);

/** Resolves names without threads, with the hosts file and then DNS. Names in `ALLOWED_TARGETS` belong to the operator
 *  and are resolved by the system: container names, search domains, mDNS.
 *  @param servers used instead of the system's, as `address` or `address:port` */
export function resolverFor(policy: TargetPolicy, servers: readonly string[] = []): Resolver {
  const hostsFile = new HostsFile();
  const operatorsHosts = new Set([...policy.allowedTargets].map((target) => target.replace(/:\d+$/, '')));
  return async (host, signal) => {
    if (isIP(host) !== 0) return [host];
    if (operatorsHosts.has(host)) return systemLookups(() => systemAddresses(host));
    const name = host.replace(/\.$/, '');
    return (await hostsFile.addressesOf(name)) ?? dnsAddresses(name, { servers, signal });
  };
}

async function systemAddresses(host: string): Promise<string[]> {
  return (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);
}

/** IPv4 first, because without a working IPv6 route each IPv6 address would run into a timeout. */
async function dnsAddresses(
  host: string,
  { servers, signal }: { readonly servers: readonly string[]; readonly signal: AbortSignal },
): Promise<string[]> {
  const resolver = new DnsResolver({ timeout: SERVER_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const cancel = () => {
    resolver.cancel();
  };
  signal.addEventListener('abort', cancel, { once: true });
  try {
    const ipv4 = resolver.resolve4(host);
    const ipv6 = resolver.resolve6(host);
    const none = () => sleep<string[]>(IPV6_MS, [], { ref: false });
    const ipv6InTime = Promise.race([ipv6, ipv4.then(none, () => ipv6)]);
    const results = await Promise.allSettled([ipv4, ipv6InTime]);
    signal.throwIfAborted();
    const addresses = results.flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
    if (addresses.length > 0) return addresses;
    const faults = results.map((result) => (result.status === 'rejected' ? errorCodeOf(result.reason) : ''));
    throw await failureOf(faults);
  } finally {
    signal.removeEventListener('abort', cancel);
    resolver.cancel();
  }
}

async function failureOf(faults: readonly string[]): Promise<unknown> {
  if (faults.includes('ENOTFOUND')) {
    return new LoadError('dns_not_found', 'The host name does not exist in DNS.');
  }
  if (faults.every((fault) => NOT_FOUND.has(fault))) {
    return new LoadError('dns_not_found', 'The host name has no address in DNS.');
  }
  const shortage = await shortageOfDescriptors();
  if (shortage !== null) return shortage;
  return faults.some((fault) => NO_ANSWER.has(fault))
    ? new LoadError('dns_failed', 'DNS did not answer for the host name.')
    : new LoadError('dns_failed', 'DNS returned an error for the host name.');
}

/** The resolver doesn't report that it could not open a socket, so this tries to open a file. */
async function shortageOfDescriptors(): Promise<unknown> {
  try {
    await (await open(devNull)).close();
    return null;
  } catch (error) {
    return error;
  }
}
