import ipaddr from 'ipaddr.js';
import { parsedUrl } from '../../basics/url.js';

/** Which URLs may be loaded, from the settings. */
export interface TargetPolicy {
  /** Exact `host:port` pairs exempt from every other rule. */
  readonly allowedTargets: ReadonlySet<string>;
  /** Which addresses belong to the public internet; default: those that IANA's registries leave. */
  readonly isPublic?: (address: string) => boolean;
  readonly allowedPorts: ReadonlySet<number>;
}

/** Top-level names that RFC 6761 and later standards exclude from public DNS.
 *  @see https://www.iana.org/assignments/special-use-domain-names */
const SPECIAL_USE = new Set(['localhost', 'test', 'invalid', 'local', 'onion', 'alt', 'arpa', 'internal']);

/** Labels of host names; also with underscores, which some hosts use.
 *  @see https://www.rfc-editor.org/rfc/rfc1123#section-2.1 */
const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

const FORBIDDEN = /[\u0000-\u0020\u007f-\u00a0\u1680\u2000-\u200f\u2028-\u202f\u205f\u2060\u3000\ufeff\\]/u;

/** Checks and parses a URL as it was sent, before it is normalized or resolved.
 *  @returns the URL, or the broken rule as the rest of a sentence: "url must …" */
export function judgeTarget(text: string, policy: TargetPolicy): { url: URL } | { fault: string } {
  if (FORBIDDEN.test(text))
    return { fault: 'must not contain white space, control characters or backslashes' };
  const url = /^https?:\/\/[^/?#]/i.test(text) ? parsedUrl(text) : null;
  if (!url) {
    return { fault: 'must be an absolute http or https URL, like https://example.com/' };
  }
  if (/^https?:\/\/[^/?#]*@/i.test(text)) return { fault: 'must not contain a user name or password' };
  const fault = resolvedFault(url, policy);
  return fault === null ? { url } : { fault };
}

/** Why a URL that a page or a server names may not be loaded, however it was written there.
 *  @returns as {@link targetFault} */
export function resolvedFault(url: URL, policy: TargetPolicy): string | null {
  if (!/^https?:$/.test(url.protocol)) return 'must be an http or https URL';
  if (url.username !== '' || url.password !== '') return 'must not contain a user name or password';
  return isAllowedTarget(url, policy) ? null : (hostFault(url) ?? portFault(url, policy));
}

/** Why a URL may not be loaded.
 *  @returns the broken rule as the rest of a sentence: "url must …"; null if it may be */
export function targetFault(text: string, policy: TargetPolicy): string | null {
  const judged = judgeTarget(text, policy);
  return 'fault' in judged ? judged.fault : null;
}

/** Whether the settings exempt this host and port from the rules. */
export function isAllowedTarget(url: URL, { allowedTargets }: TargetPolicy): boolean {
  return allowedTargets.has(`${url.hostname}:${String(portOf(url))}`);
}

/** The policy of everything that an audit requests. What the operator opened for audits of private pages is closed to the
 *  redirects, references and scripts of public ones.
 *  @param audited the address that the audit was asked for */
export function policyFor(audited: URL, policy: TargetPolicy): TargetPolicy {
  return isAllowedTarget(audited, policy) ? policy : { ...policy, allowedTargets: new Set() };
}

export function portOf(url: URL): number {
  if (url.port !== '') return Number(url.port);
  return url.protocol === 'https:' ? 443 : 80;
}

function hostFault(url: URL): string | null {
  const host = url.hostname.replace(/\.$/, '');
  const remedy = remedyFor(url);
  if (host.startsWith('[') || ipaddr.isValid(host))
    return `must have a domain name as its host, not an IP address${remedy}`;
  const labels = host.split('.');
  if (host.length > 253 || !labels.every((label) => LABEL.test(label)))
    return 'must have a valid domain name: labels of 1 to 63 letters, digits and inner hyphens, 253 characters in total';
  if (SPECIAL_USE.has(labels.at(-1) ?? ''))
    return `must have a host on the public internet, not ${host}${remedy}`;
  if (labels.length === 1)
    return `must have a full domain name like example.com, not a single label${remedy}`;
  return null;
}

function portFault(url: URL, { allowedPorts }: TargetPolicy): string | null {
  const port = portOf(url);
  if (allowedPorts.has(port)) return null;
  return `must use port ${[...allowedPorts].join(' or ')}, not ${String(port)}${remedyFor(url)}`;
}

function remedyFor(url: URL): string {
  return `. To allow it, add ${url.hostname}:${String(portOf(url))} to the setting ALLOWED_TARGETS`;
}
