import ipaddr from 'ipaddr.js';

/** Special-purpose blocks, some of which ipaddr.js treats as ordinary unicast.
 *  @see https://www.iana.org/assignments/iana-ipv4-special-registry
 *  @see https://www.iana.org/assignments/iana-ipv6-special-registry */
const SPECIAL = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '168.63.129.16/32', // Azure's host: a public address that is only reachable internally
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
].map((range) => ipaddr.parseCIDR(range));

const PUBLIC_IPV6 = ipaddr.parseCIDR('2000::/3');

/** Whether an IP address, in any notation, belongs to the public internet.
 *  @param text anything but an IP address is not public */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false;
  const address = ipaddr.process(text);
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !address.match(PUBLIC_IPV6)) return false;
  return !SPECIAL.some(([block, bits]) => block.kind() === address.kind() && address.match([block, bits]));
}
