import { setTimeout as sleep } from 'node:timers/promises';
import { request } from 'undici';
import { failFindings } from '../support/failed-findings.js';
import { KEY } from '../support/service.js';
import { type LocalSite, localSite } from '../support/site.js';

const FAILED_FINDINGS = 30;

export interface StoredReport {
  readonly id: number;
  readonly website_id: number;
  readonly share_url: string;
}

/** What the pages show. */
export interface Records {
  /** With a picture and many failed findings. */
  readonly bad: StoredReport;
  readonly good: StoredReport;
  /** Of the page of the good one, earlier. */
  readonly earlier: StoredReport;
  /** Of a page that did not load. */
  readonly down: StoredReport;
  /** Id of a crawl that has finished. */
  readonly crawl: number;
  /** Id of a monitor that is breached. */
  readonly monitor: number;
  /** Id of a webhook with a delivery that fails. */
  readonly webhook: number;
}

const pageOf = (title: string, body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="description" content="${title} for runners, hikers and dancers, in all sizes and colors."></head>
<body><main><h1>${title}</h1><p>${`${title} for all who walk. `.repeat(60)}</p>${body}</main></body></html>`;
const LINKS = '<p><a href="/sizes">All sizes of our shoes</a> <a href="/missing">Shoes of last year</a></p>';

/** The website that is audited. */
export function auditedSite(): Promise<LocalSite> {
  return localSite((incoming, response) => {
    const page = {
      '/': pageOf('Blue shoes', LINKS),
      '/sizes': pageOf('Sizes of shoes', LINKS),
    }[incoming.url ?? ''];
    if (incoming.url === '/down') incoming.socket.destroy();
    else
      response
        .writeHead(page === undefined ? 404 : 200, { 'content-type': 'text/html; charset=utf-8' })
        .end(page);
  });
}

/** Has a service store everything that its pages can show.
 *  @param service its URL
 *  @param site `host:port` of the website to audit */
export async function storedRecords(
  service: string,
  { databaseUrl, site }: { readonly databaseUrl: string; readonly site: string },
): Promise<Records> {
  const store = <Data = StoredReport>(path: string, fields: object = {}) =>
    call<Data>(service, { method: 'POST', path, fields });
  const report = (path: string, render: 'always' | 'never' = 'never') =>
    store('reports', { url: `http://${site}${path}`, render });
  const webhook = await store('webhooks', { url: `http://${site}/hook`, description: 'Chat of the shop' });
  await store(`webhooks/${String(webhook.id)}/test`);
  const bad = await report('/', 'always');
  const [earlier, good, down] = [await report('/sizes'), await report('/sizes'), await report('/down')];
  await failFindings(databaseUrl, bad.id, FAILED_FINDINGS);
  const crawl = await store('crawls', { url: `http://${site}/`, delay_ms: 0 });
  await becomes(service, `crawls/${String(crawl.id)}`, ({ finished_at }) => finished_at !== null);
  const budgets = [{ metric: 'score', min: 100 }];
  const monitor = await store('monitors', {
    ...{ url: `http://${site}/`, name: 'Front page', schedule: '@daily' },
    ...{ render: 'never', confirm: false, budgets },
  });
  await store(`monitors/${String(monitor.id)}/run`);
  await becomes(service, `monitors/${String(monitor.id)}`, ({ state }) => state === 'breached');
  return { bad, good, earlier, down, crawl: crawl.id, monitor: monitor.id, webhook: webhook.id };
}

async function becomes(
  service: string,
  path: string,
  isSo: (record: Readonly<Record<string, unknown>>) => boolean,
): Promise<void> {
  while (!isSo(await call(service, { method: 'GET', path, fields: null }))) await sleep(200);
}

/** A call of the API.
 *  @throws Error if it is refused */
export async function call<Data>(
  service: string,
  {
    method,
    path,
    fields,
  }: { readonly method: 'GET' | 'POST' | 'PATCH'; readonly path: string; readonly fields: object | null },
): Promise<Data> {
  const { statusCode, body } = await request(`${service}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${KEY}`, 'content-type': 'application/json', prefer: 'wait=60' },
    body: fields ? JSON.stringify(fields) : null,
  });
  const text = await body.text();
  if (statusCode >= 300) throw new Error(`${path}: ${String(statusCode)} ${text}`);
  return (JSON.parse(text) as { data: Data }).data;
}
