import { type Request } from 'express';
import ipaddr from 'ipaddr.js';

/** What counts as one client: an IPv4 address, or the /64 network of an IPv6 address. */
export function networkOf({ ip }: Pick<Request, 'ip'>): string {
  if (ip === undefined || !ipaddr.isValid(ip)) return '';
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${address.toString()}/64`).toString()}/64`;
}
