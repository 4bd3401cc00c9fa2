import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type LoadFacts } from '../../engine/page-loader/load-facts.js';
import { type ShownReport } from './shown-report.js';
import { scraped } from '../scraped.js';
import { bytesText, millisecondsText } from '../../basics/quantities.js';
import { dayText } from '../wording.js';

type Row = readonly [name: string, value: Html | string | null];

const PROTOCOLS: Readonly<Record<string, string>> = { h2: 'HTTP/2', 'http/1.1': 'HTTP/1.1' };

/** The measurements of a page as a list. Reports of older versions may lack some. */
export function factsList({ url, details }: ShownReport): Html {
  const facts = details.facts as Partial<LoadFacts>;
  const rows: Row[] = [
    ['Final URL', details.finalUrl === url ? null : scrapedOr(details.finalUrl)],
    ['HTTP status', numberOr(facts.http_status)],
    ['Content type', scrapedOr(facts.content_type)],
    ['Redirects', redirectsOf(facts)],
    ['Protocol', facts.alpn ? (PROTOCOLS[facts.alpn] ?? scraped(facts.alpn, 40)) : null],
    ['Time to first byte', timeOr(facts.timings?.ttfb_ms)],
    ['Document load time', timeOr(facts.timings?.document_ms)],
    ['Connection time', connectionTime(facts)],
    ['Document size', sizeOf(facts)],
    ['TLS', tlsOf(facts)],
    ['Certificate', certificateOf(facts)],
    ['robots.txt', facts.robots_txt ? `Status ${numberOr(facts.robots_txt.status) ?? 'unknown'}` : null],
    ['Requests sent', numberOr(facts.requests)],
    ['Responses shared in the crawl', facts.shared_answers ? numberOr(facts.shared_answers) : null],
    ['Rule set', details.rulesetVersion],
  ];
  return html`<dl class="facts">
${rows.map(([name, value]) => (value === null ? NOTHING : html`<dt>${name}</dt><dd>${value}</dd>\n`))}</dl>
`;
}

function scrapedOr(text: string | null | undefined): Html | null {
  return text ? scraped(text) : null;
}

function numberOr(value: number | null | undefined): string | null {
  return typeof value === 'number' ? value.toLocaleString('en') : null;
}

function timeOr(ms: number | null | undefined): string | null {
  return typeof ms === 'number' ? millisecondsText(ms) : null;
}

function connectionTime({ timings }: Partial<LoadFacts>): string | null {
  const parts = [
    ['DNS', timings?.dns_ms],
    ['TCP', timings?.connect_ms],
    ['TLS', timings?.tls_ms],
  ] as const;
  const known = parts.flatMap(([name, ms]) =>
    typeof ms === 'number' ? [`${name} ${millisecondsText(ms)}`] : [],
  );
  return known.length === 0 ? null : known.join(', ');
}

function sizeOf({ sizes }: Partial<LoadFacts>): string | null {
  if (typeof sizes?.encoded_bytes !== 'number') return null;
  const { encoded_bytes: encoded, decoded_bytes: decoded } = sizes;
  return decoded === null || decoded === encoded
    ? bytesText(encoded)
    : `${bytesText(decoded)}, ${bytesText(encoded)} transferred`;
}

function redirectsOf({ redirects }: Partial<LoadFacts>): Html | null {
  if (!redirects || redirects.length === 0) return null;
  return html`<ol>${redirects.map(
    ({ status, location }) => html`<li>${status ?? 'refresh'} to ${scraped(location, 200)}</li>`,
  )}</ol>`;
}

function tlsOf({ tls }: Partial<LoadFacts>): Html | null {
  if (!tls) return null;
  const failed = tls.verified ? '' : `, not trusted: ${tls.error ?? 'unknown reason'}`;
  return scraped([tls.protocol, tls.cipher].filter(Boolean).join(', ') + failed);
}

function certificateOf({ tls }: Partial<LoadFacts>): Html | null {
  if (!tls?.subject) return null;
  const until = tls.valid_to === null ? NaN : Date.parse(tls.valid_to);
  return html`${scraped(tls.subject, 120)}, issued by ${scraped(tls.issuer ?? 'unknown', 120)}${
    !Number.isNaN(until) && `, valid until ${dayText(new Date(until))}`
  }`;
}
