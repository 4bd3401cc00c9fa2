import { crawled } from './crawls.js';
import { createdKey } from './keys.js';
import { createdMonitor } from './monitors.js';
import { type SharedWebsite, sharedWebsite } from './shared-websites.js';
import { type TestApp } from './app.js';
import { type SiteApp } from './site-app.js';
import { createdWebhook, WEBHOOKS } from './webhooks.js';

/** One record of each kind, of the owner. */
export interface ConsoleRecords {
  readonly website: SharedWebsite;
  readonly websiteId: string;
  readonly ids: Readonly<Record<'crawl' | 'monitor' | 'key' | 'webhook' | 'delivery', string>>;
}

/** The site is audited, and receives the events. */
export async function consoleRecords(test: SiteApp): Promise<ConsoleRecords> {
  const {
    owner,
    site: { origin },
  } = test;
  const website = await sharedWebsite(test, { privacy: 1 });
  const webhook = await createdWebhook(owner, { url: `${origin}/hook` });
  const { body: delivery } = await owner.call('post', `${WEBHOOKS}/${String(webhook.id)}/test`).expect(202);
  const crawl = await crawled(owner, { url: `${origin}/shoes`, max_pages: 1 });
  const monitor = await createdMonitor(owner, { url: `${origin}/shoes` });
  const key = await createdKey(owner);
  return {
    website,
    websiteId: website.api.split('/').at(-1) ?? '',
    ids: {
      webhook: String(webhook.id),
      delivery: String(delivery.data.id),
      crawl: String(crawl.id),
      monitor: String(monitor.id),
      key: String(key.id),
    },
  };
}

/** Every form, by its address and fields. */
export function formsOf(
  { website, websiteId, ids }: ConsoleRecords,
  { site: { origin } }: SiteApp,
): [string, Record<string, string>][] {
  return [
    ['/console/sign-out', {}],
    ['/console/reports', { url: `${origin}/shoes` }],
    [`/console/reports/${String(website.reports[0])}/delete`, {}],
    [`/console/websites/${websiteId}/sharing`, { privacy: '0' }],
    [`/console/websites/${websiteId}/share-url`, {}],
    [`/console/websites/${websiteId}/delete`, {}],
    ['/console/crawls', { url: `${origin}/shoes`, max_pages: '1' }],
    [`/console/crawls/${ids.crawl}/cancel`, {}],
    [`/console/crawls/${ids.crawl}/delete`, {}],
    ['/console/monitors', { url: `${origin}/hats`, schedule: '@daily' }],
    [
      `/console/monitors/${ids.monitor}/edit`,
      { url: `${origin}/hats`, schedule: '@hourly', timezone: 'UTC', name: 'planted' },
    ],
    [`/console/monitors/${ids.monitor}/pause`, {}],
    [`/console/monitors/${ids.monitor}/resume`, {}],
    [`/console/monitors/${ids.monitor}/run`, {}],
    [`/console/monitors/${ids.monitor}/delete`, {}],
    ['/console/webhooks', { url: `${origin}/other-hook`, 'events[]': 'report.failed' }],
    [`/console/webhooks/${ids.webhook}/edit`, { description: 'planted', 'events[]': 'report.failed' }],
    [`/console/webhooks/${ids.webhook}/disable`, {}],
    [`/console/webhooks/${ids.webhook}/enable`, {}],
    [`/console/webhooks/${ids.webhook}/rotate-secret`, {}],
    [`/console/webhooks/${ids.webhook}/test`, {}],
    [`/console/webhooks/${ids.webhook}/deliveries/${ids.delivery}/replay`, {}],
    [`/console/webhooks/${ids.webhook}/delete`, {}],
    ['/console/settings', { name: 'planted' }],
    ['/console/settings/logo', {}],
    ['/console/settings/logo/delete', {}],
    ['/console/keys', { name: 'planted', 'scopes[]': 'reports:read' }],
    [`/console/keys/${ids.key}/edit`, { name: 'planted', 'scopes[]': 'reports:read' }],
    [`/console/keys/${ids.key}/rotate`, {}],
    [`/console/keys/${ids.key}/delete`, {}],
  ];
}

/** All that forms could change. */
export function stateOf({ database }: TestApp): Promise<unknown[]> {
  return database.query(
    `SELECT (SELECT json_agg(w ORDER BY id) FROM websites w) AS websites, (SELECT json_agg(r.id ORDER BY id) FROM reports r) AS reports,
      (SELECT json_agg((c.id, c.status) ORDER BY id) FROM crawls c) AS crawls,
      (SELECT json_agg((m.id, m.name, m.url, m.schedule, m.enabled) ORDER BY id) FROM monitors m) AS monitors,
      (SELECT json_agg(b) FROM account_brands b) AS brands,
      (SELECT json_agg((w.id, w.description, w.events, w.enabled, w.secret) ORDER BY id) FROM webhooks w) AS webhooks,
      (SELECT json_agg((k.id, k.name, k.expires_at, k.revoked_at) ORDER BY id) FROM api_keys k WHERE k.name <> 'Test') AS keys`,
  );
}
