import { randomUUID } from 'node:crypto';
import {
  type Answer,
  type Answers,
  type CanonicalAnswer,
  type References,
  type SitemapAnswer,
  type TextAnswer,
} from '../audit/surroundings.js';
import { Chunks } from '../page-loader/chunks.js';
import { type Release } from '../fair-share.js';
import { type LoadedPage, type Visit } from '../page-loader/visit.js';
import { askFiles } from './ask-files.js';
import { type TargetDescription } from './audit-page.js';
import { isImage } from './first-bytes.js';
import { type SitemapBytes, type SitemapSummary } from './sitemap-reader.js';

/** Another page of the same site. */
export interface TargetPage {
  readonly url: string;
  readonly headers: LoadedPage['headers'];
  readonly body: Uint8Array;
}

/** Functions that process loaded files in audit threads. */
export interface Readers {
  /** null if the page can't be parsed. */
  readonly describe: (page: TargetPage) => Promise<TargetDescription | null>;
  /** null if it takes too much time or memory. */
  readonly readSitemap: (sitemap: SitemapBytes) => Promise<SitemapSummary | null>;
}

/** Additional requests, so that the time to first byte is the median of three. */
const MORE_TTFB_SAMPLES = 2;
const FAVICON_BYTES = 65_536;
const LLMS_TXT_BYTES = 65_536;
const SITEMAP_BYTES = 50 * 1024 * 1024;
/** A larger sitemap waits for a slot before the rest is read. */
const LARGE_SITEMAP_BYTES = 1024 * 1024;
const TARGET_BYTES = 2 * 1024 * 1024;

/** Responses that depend only on the page's URL. */
type SiteAnswers = Pick<
  Answers,
  'ttfbSamplesMs' | 'foreignOrigin' | 'plainHttp' | 'missingPage' | 'llmsTxt' | 'alpn'
>;
/** Responses for URLs in the document. */
type ReferenceAnswers = Omit<Answers, keyof SiteAnswers>;

/** Sends the requests that don't depend on the document. */
export async function askSite(visit: Visit, page: LoadedPage): Promise<SiteAnswers> {
  const { url } = page;
  const origin = `https://${randomUUID()}.example`;
  const [samples, foreignOrigin, plainHttp, missingPage, llmsTxt, alpn] = await Promise.all([
    ttfbSamples(visit, url),
    visit.site.ask({ url, headers: { origin } }),
    askPlainHttp(visit, page),
    visit.site.ask({ url: new URL(`/${randomUUID()}`, url).href, method: 'GET' }),
    readText(visit, new URL('/llms.txt', url).href),
    visit.chosenProtocol(url),
  ]);
  return {
    ttfbSamplesMs: samples,
    foreignOrigin: { ...foreignOrigin, origin },
    plainHttp,
    missingPage,
    llmsTxt,
    alpn,
  };
}

/** Requests a sample of the URLs in the document.
 *  @param known responses by URL that are already there */
export async function askReferences(
  visit: Visit,
  { canonical, favicon, sitemap, links, resources }: References,
  { known, ...readers }: Readers & { readonly known: ReadonlyMap<string, Answer> },
): Promise<ReferenceAnswers> {
  const [canonicalAnswer, faviconAnswer, sitemapAnswer, linkAnswers, resourceAnswers] = await Promise.all([
    canonical ? readTarget(visit, canonical.url, readers) : null,
    readFavicon(visit, favicon.url),
    readSitemap(visit, sitemap, readers),
    Promise.all(links.taken.map(({ url }) => visit.site.ask({ url }))),
    askFiles(visit.site, { references: resources.taken, known }),
  ]);
  return {
    canonical: canonicalAnswer,
    favicon: faviconAnswer,
    sitemap: sitemapAnswer,
    links: linkAnswers,
    resources: resourceAnswers,
  };
}

/** Sequential, because parallel requests would slow each other down. */
async function ttfbSamples(visit: Visit, url: string): Promise<number[]> {
  const samples: number[] = [];
  for (let count = 0; count < MORE_TTFB_SAMPLES; count++) {
    const { status, ttfbMs } = await visit.site.ask({ url });
    if (status !== null) samples.push(ttfbMs);
  }
  return samples;
}

/** Follows the redirects from the plain-http URL. A page on plain http has already been requested. null for https on a
 *  custom port, since the port of plain http is unknown. */
export async function askPlainHttp(visit: Visit, page: LoadedPage): Promise<Answers['plainHttp']> {
  const url = new URL(page.url);
  if (url.protocol === 'http:') {
    const addresses = [...page.hops.map((hop) => hop.url), page.url];
    return addresses.map((address) => ({ url: address, status: 200, error: null, headers: [] }));
  }
  if (url.port !== '') return null;
  url.protocol = 'http:';
  const answers = await visit.site.askAlong(url.href);
  const hasNoServer = answers.length === 1 && answers[0]?.status === null;
  return hasNoServer ? [] : answers;
}

async function readSitemap(visit: Visit, address: string, { readSitemap }: Readers): Promise<SitemapAnswer> {
  const body = new Chunks(SITEMAP_BYTES);
  const held: { release?: Release } = {};
  const take = async (chunk: Uint8Array, { status }: Answer) => {
    if (status !== 200) return;
    body.add(chunk);
    if (body.length > LARGE_SITEMAP_BYTES) held.release ??= await visit.takeSitemapTurn();
  };
  try {
    const answer = await visit.site.read({ url: address, redirects: 5 }, { maxBytes: SITEMAP_BYTES, take });
    if (body.length === 0 || answer.error !== null) return { ...answer, ...NO_SITEMAP };
    const summary = await readSitemap({ body: body.bytes(), site: new URL(visit.finalUrl).host });
    return summary
      ? { ...answer, ...summary }
      : { ...answer, ...NO_SITEMAP, status: null, error: 'too_slow' };
  } finally {
    held.release?.();
  }
}

const NO_SITEMAP: SitemapSummary = { kind: null, locations: 0, foreign: [] };

async function readText(visit: Visit, url: string): Promise<TextAnswer> {
  const { answer, body } = await readBytes(visit, { url, redirects: 2, maxBytes: LLMS_TXT_BYTES });
  return { ...answer, body: answer.status === 200 ? new TextDecoder().decode(body) : '' };
}

async function readFavicon(visit: Visit, url: string): Promise<Answers['favicon']> {
  const { answer, body } = await readBytes(visit, { url, redirects: 2, maxBytes: FAVICON_BYTES });
  return { ...answer, isImage: isImage(body) };
}

async function readTarget(visit: Visit, url: string, { describe }: Readers): Promise<CanonicalAnswer> {
  const { answer, body } = await readBytes(visit, { url, redirects: 0, maxBytes: TARGET_BYTES });
  const type = answer.headers.find(([name]) => name === 'content-type')?.[1] ?? '';
  const isHtml = answer.status === 200 && /^\s*(text\/html|application\/xhtml\+xml)/i.test(type);
  const description = isHtml ? await describe({ url, headers: answer.headers, body }) : null;
  return {
    ...answer,
    isIndexable: description?.isIndexable ?? null,
    canonical: description?.canonical ?? null,
  };
}

async function readBytes(
  visit: Visit,
  { maxBytes, ...question }: { url: string; redirects: number; maxBytes: number },
) {
  const body = new Chunks(maxBytes);
  const answer = await visit.site.read(question, {
    maxBytes,
    take: (chunk) => {
      body.add(chunk);
    },
  });
  return { answer, body: body.bytes() };
}
