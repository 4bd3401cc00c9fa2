import { noFacts } from '../../src/engine/page-loader/load-facts.js';
import { type TestApp } from './app.js';
import { crawled } from './crawls.js';
import { hostileFindings } from './hostile-findings.js';
import { createdKey } from './keys.js';
import { HIDING, inAddress, PAYLOADS } from './payloads.js';
import { failedReport, storedReport } from './reports.js';
import { createdWebhook, WEBHOOKS } from './webhooks.js';
import { type StrangerSite, strangerSite } from './website.js';

/** Payloads on the pages of one crawl. */
const PER_CRAWL = 5;
const PAGES_PER_CRAWL = 12;
const PAGE_NAMES = ['one', 'two', 'gone'];

/** A website whose titles, headings, addresses and links are payloads, each on two pages and in a link that is broken. */
export function hostileSite(): Promise<StrangerSite> {
  return strangerSite((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://here');
    const status = /^\/(robots|sitemap|llms)|gone$/.test(pathname) ? 404 : 200;
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(pageAt(pathname));
  });
}

/** `/2/` is where the third crawl starts, `/2/11/one` a page of it with the twelfth payload. */
function pageAt(pathname: string): string {
  const [, crawl = '', at = ''] = pathname.split('/');
  const from = Number(crawl) * PER_CRAWL;
  const text = escaped(PAYLOADS[Number(at || from)] ?? '');
  const links = PAYLOADS.slice(from, from + PER_CRAWL).flatMap((payload, offset) =>
    PAGE_NAMES.map(
      (name) =>
        `<a href="/${crawl}/${String(from + offset)}/${name}?q=${encodeURIComponent(payload)}">${escaped(payload)}</a>`,
    ),
  );
  return `<!doctype html><title>${text}</title><meta name="description" content="${text}${HIDING}">
<h1 id="${text}">${text}</h1><img src="${text}">${at === '' ? links.join('') : ''}`;
}

function escaped(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => `&#${String(character.charCodeAt(0))};`);
}

/** Crawls of a {@link hostileSite}, which together show every payload.
 *  @returns their ids */
export async function hostileCrawls({ owner }: TestApp, { origin }: StrangerSite): Promise<number[]> {
  const starts = PAYLOADS.filter((_, at) => at % PER_CRAWL === 0);
  const ids: number[] = [];
  for (const [at, payload] of starts.entries()) {
    const url = `${origin}/${String(at)}/?q=${inAddress(payload)}`;
    const { id } = await crawled(owner, { url, max_pages: PAGES_PER_CRAWL });
    ids.push(Number(id));
  }
  return ids;
}

/** Records that hold one payload wherever text of strangers or of people is kept. */
export interface HostileRecords {
  readonly payload: string;
  /** Secret of a key that is named so. */
  readonly key: string;
  /** Paths below `/console` of their screens. */
  readonly screens: readonly string[];
}

export async function hostileRecords(
  test: TestApp,
  { origin }: StrangerSite,
  payload: string,
): Promise<HostileRecords> {
  const { owner } = test;
  const domain = `site-${String(PAYLOADS.indexOf(payload))}.example`;
  const { before, after, failed } = await hostileReports(test, domain, payload);
  const { body } = await owner.call('get', `/api/v1/reports/${after}`).expect(200);
  const { body: monitor } = await owner
    .call('post', '/api/v1/monitors')
    .send({ url: `${origin}/?q=${inAddress(payload)}`, schedule: '@daily', name: payload })
    .expect(201);
  const webhook = await createdWebhook(owner, {
    url: `${origin}/gone?q=${inAddress(payload)}`,
    description: payload,
  });
  await owner.call('post', `${WEBHOOKS}/${String(webhook.id)}/test`).expect(202);
  const error = { code: 'http_error', detail: payload + HIDING };
  await test.database.query(
    `UPDATE deliveries SET type = $2, status = 'failed', next_attempt_at = NULL, attempts = $3 WHERE webhook_id = $1`,
    [webhook.id, payload, JSON.stringify([{ at: new Date().toISOString(), statusCode: 500, error }])],
  );
  const key = await createdKey(owner, { name: payload });
  const withQuestion = [
    `reports/${after}`,
    `websites/${String(body.data.website_id)}`,
    `monitors/${String(monitor.data.id)}`,
    `webhooks/${String(webhook.id)}`,
  ];
  const screens = [...withQuestion, ...withQuestion.map((path) => `${path}/delete`)];
  screens.push(`reports/${failed}`, `compare/${before}/${after}`, `keys/${String(key.id)}/delete`);
  return { payload, key: key.secret, screens };
}

/** Two of one page, and one of a page that did not load.
 *  @returns their ids */
async function hostileReports(
  test: TestApp,
  domain: string,
  payload: string,
): Promise<Readonly<Record<'before' | 'after' | 'failed', string>>> {
  const text = payload + HIDING;
  const url = `https://${domain}/?q=${text}`;
  const found = {
    checks: hostileFindings(text),
    finalUrl: `https://${domain}/${text}`,
    facts: {
      ...noFacts(),
      http_status: 200,
      content_type: text,
      alpn: text,
      redirects: [{ url: text, status: 301, location: text }],
    },
  };
  const before = await storedReport(test, test.owner, url, 40, found);
  const after = await storedReport(test, test.owner, url, 30, found);
  const failed = await failedReport(test, test.owner, `https://${domain}/${text}`);
  await test.database.query('UPDATE reports SET error_detail = $2 WHERE id = $1', [failed, text]);
  return { before: String(before), after: String(after), failed: String(failed) };
}
