import ipaddr from 'ipaddr.js';
import { parsedUrl } from '../url.js';

/** Which addresses may be asked for, by the settings. */
export interface TargetPolicy {
  /** Exact `host:port` pairs exempt from every other rule. */
  readonly allowedTargets: ReadonlySet<string>;
  readonly allowedPorts: ReadonlySet<number>;
}

/** Names that RFC 6761 and its successors keep out of the public DNS, with all below them.
 *  @see https://www.iana.org/assignments/special-use-domain-names */
const SPECIAL_USE = new Set(['localhost', 'test', 'invalid', 'local', 'onion', 'alt', 'arpa', 'internal']);

/** Host names, and underscores, which some hosts have all the same.
 *  @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\\]/u;

/** Judges an address as it was sent, before anything resolves or normalizes it.
 *  @returns the parsed address, or what is wrong with the text, as the rest of "url …" */
export function judgeTarget(text: string, policy: TargetPolicy): { url: URL } | { fault: string } {
  if (FORBIDDEN.test(text))
    return { fault: 'must not contain white space, control characters or backslashes' };
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parsedUrl(text) : null;
  if (!url) {
    return { fault: 'must be an absolute http or https address, like https://example.com/' };
  }
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return { fault: 'must not contain a user name or password' };
  const fault = isAllowedTarget(url, policy) ? null : (hostFault(url) ?? portFault(url, policy));
  return fault === null ? { url } : { fault };
}

/** Whether the settings exempt this host and port from the rules. */
export function isAllowedTarget(url: URL, { allowedTargets }: TargetPolicy): boolean {
  return allowedTargets.has(`${url.hostname}:${String(portOf(url))}`);
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function hostFault(url: URL): string | null {
  const host = url.hostname.replace(/\.$/, '');
  const remedy = `; list ${url.hostname}:${String(portOf(url))} in the setting ALLOWED_TARGETS to allow it`;
  if (host.startsWith('[') || ipaddr.isValid(host)) return `must name a domain, not an IP address${remedy}`;
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => LABEL.test(label)))
    return 'must name a domain whose labels have 1 to 63 letters, digits and hyphens within, 253 characters in all';
  if (SPECIAL_USE.has(labels.at(-1) ?? ''))
    return `must name a host of the public internet, not ${host}${remedy}`;
  if (labels.length === 1) return `must name a full domain like example.com, not a single label${remedy}`;
  return null;
}

function portFault(url: URL, { allowedPorts }: TargetPolicy): string | null {
  const port = portOf(url);
  if (allowedPorts.has(port)) return null;
  return `must use port ${[...allowedPorts].join(' or ')}, not ${String(port)}; list ${url.hostname}:${String(port)} in the setting ALLOWED_TARGETS to allow it`;
}
