import { audit, auditSurroundings, type Finding } from './audit.js';
import { type Check, type Example } from './check.js';
import { DEFAULT_LIMITS } from './limits.js';
import { factsOf, type Page, type PageSource, type Tls } from './page.js';
import { pageOf } from './parse-page.js';
import { referencesOf } from './references.js';
import { type SiteResponses, type Surroundings } from './surroundings.js';

const VALID_TLS: Tls = {
  isVerified: true,
  protocol: 'TLSv1.3',
  validFromMs: Date.parse('2026-10-20T12:00:00Z'),
  validToMs: Date.parse('2027-01-20T12:00:00Z'),
  key: { type: 'ec', bits: 256 },
  signature: 'ecdsa-with-SHA256',
  isSelfSigned: false,
};

const ORDINARY: PageSource = {
  requestedUrl: 'https://example.com/',
  url: 'https://example.com/',
  hops: [],
  headers: [['content-type', 'text/html; charset=utf-8']],
  html: '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>A page</title></head><body></body></html>',
  byteOrderMark: null,
  styleSheets: new Map(),
  decodedBytes: 0,
  tls: VALID_TLS,
  timings: { ttfbMs: 100, documentMs: 200 },
  robotsTxt: { status: 404, body: '' },
  loadedAtMs: Date.parse('2026-11-20T12:00:00Z'),
  limits: DEFAULT_LIMITS,
};

const SILENT: SiteResponses = {
  ttfbSamplesMs: [],
  foreignOrigin: null,
  plainHttp: null,
  missingPage: null,
  sitemap: null,
  llmsTxt: null,
  favicon: null,
  canonical: null,
  links: [],
  resources: [],
  alpn: null,
};

/** An ordinary page with the given parts. */
export function aPage({ responses: _, ...parts }: Partial<Example> = {}): Page {
  const url = parts.url ?? ORDINARY.url;
  const tls = url.startsWith('https:') ? ORDINARY.tls : null;
  const source = { ...ORDINARY, requestedUrl: url, tls, ...parts };
  return pageOf({ ...source, decodedBytes: parts.decodedBytes ?? source.html.length });
}

/** Surroundings of an ordinary page without any responses, except the given parts. */
export function aroundPage(parts: Partial<Example> = {}): Surroundings {
  const page = aPage(parts);
  return {
    page: factsOf(page),
    references: referencesOf(page),
    responses: { ...SILENT, ...parts.responses },
  };
}

/** Facts of a valid certificate, except the given parts. */
export function aTls(parts: Partial<Tls>): Tls {
  return { ...VALID_TLS, ...parts };
}

/** Runs a check on one of its examples. */
export function findingOn(check: Check, example: Partial<Example>): Finding {
  const checks = [check];
  const [finding] =
    'run' in check ? audit(aPage(example), checks) : auditSurroundings(aroundPage(example), checks);
  if (!finding) throw new Error(`${check.id} has no finding`);
  return finding;
}
