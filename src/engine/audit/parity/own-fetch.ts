import { policyTexts } from '../dom/policies.js';
import { type Page } from '../page.js';

/** Whether the page's policies let scripts fetch from its own origin. Lighthouse fetches robots.txt from within the
 *  page; if a policy blocks that, it treats the file as unreachable.
 *  @see https://www.w3.org/TR/CSP3/#directive-connect-src */
export function allowsOwnFetch(page: Page): boolean {
  const { headers, metas } = policyTexts(page);
  const own = new URL(page.url);
  return [...headers, ...metas].every((policy) => {
    const sources = connectSources(policy);
    return sources === null || sources.some((source) => matchesOwn(source, own));
  });
}

/** null: no restriction. Of repeated directives, the first one counts. */
function connectSources(policy: string): string[] | null {
  const directives = new Map<string, string[]>();
  for (const directive of policy.toLowerCase().split(';')) {
    const [name = '', ...sources] = directive.trim().split(/\s+/);
    if (!directives.has(name)) directives.set(name, sources);
  }
  return directives.get('connect-src') ?? directives.get('default-src') ?? null;
}

/** @see https://www.w3.org/TR/CSP3/#match-url-to-source-expression */
function matchesOwn(source: string, own: URL): boolean {
  if (source === '*' || source === "'self'") return true;
  const [, scheme, host = '', port] =
    /^(?:([a-z][a-z0-9+.-]*):(?:\/\/)?)?([^:/]*)(?::(\d+|\*))?/.exec(source) ?? [];
  const isScheme =
    scheme === undefined || `${scheme}:` === own.protocol || (scheme === 'http' && own.protocol === 'https:');
  const isPort = port === undefined || port === '*' || port === own.port;
  if (host === '') return scheme !== undefined && isScheme;
  const isHost = host === own.hostname || (host.startsWith('*.') && own.hostname.endsWith(host.slice(1)));
  return isScheme && isHost && isPort;
}
