import { randomUUID } from 'node:crypto';
import { SCOPES, type Scope } from '../../../src/auth/scopes.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { crawled } from '../../support/crawls.js';
import { eventually } from '../../support/eventually.js';
import { createdKey } from '../../support/keys.js';
import { MONITORS } from '../../support/monitors.js';
import { sharedWebsite } from '../../support/shared-websites.js';
import { createdWebhook, WEBHOOKS } from '../../support/webhooks.js';

/** Paths below `/console`; capitals stand for the id of a record. */
const SCREENS: readonly string[] = [
  '',
  '/reports',
  '/reports/reports.csv',
  '/reports/REPORT',
  '/reports/REPORT/delete',
  '/reports/REPORT/report.html',
  '/reports/REPORT/report.pdf',
  '/compare/EARLIER/REPORT',
  '/websites',
  '/websites/WEBSITE',
  '/websites/WEBSITE/share-url',
  '/websites/WEBSITE/delete',
  '/crawls',
  '/crawls/new',
  '/crawls/CRAWL',
  '/crawls/CRAWL/again',
  '/crawls/CRAWL/cancel',
  '/crawls/CRAWL/findings.csv',
  '/crawls/compare/CRAWL/CRAWL',
  '/crawls/CRAWL/delete',
  '/monitors',
  '/monitors/new',
  '/monitors/MONITOR',
  '/monitors/MONITOR/edit',
  '/monitors/MONITOR/delete',
  '/monitors/WEEKLY',
  '/webhooks',
  '/webhooks/WEBHOOK',
  '/webhooks/WEBHOOK/edit',
  '/webhooks/WEBHOOK/rotate-secret',
  '/webhooks/WEBHOOK/delete',
  '/keys',
  '/keys/KEY/edit',
  '/keys/KEY/rotate',
  '/keys/KEY/delete',
  '/audit-log',
  '/usage',
  '/settings',
  '/settings/logo/delete',
];

/** The status that answers each form. What would end a record is sent for one that is missing. */
const FORMS: Readonly<Record<string, number>> = {
  '/reports': 303,
  '/reports/0/delete': 404,
  '/websites/WEBSITE/sharing': 303,
  '/websites/WEBSITE/share-url': 303,
  '/websites/0/delete': 404,
  '/crawls': 303,
  '/crawls/CRAWL/cancel': 303,
  '/crawls/0/delete': 404,
  '/monitors': 303,
  '/monitors/MONITOR/edit': 303,
  '/monitors/MONITOR/pause': 303,
  '/monitors/MONITOR/resume': 303,
  '/monitors/MONITOR/run': 303,
  '/monitors/0/delete': 404,
  '/webhooks': 201,
  '/webhooks/WEBHOOK/edit': 303,
  '/webhooks/WEBHOOK/disable': 303,
  '/webhooks/WEBHOOK/enable': 303,
  '/webhooks/WEBHOOK/rotate-secret': 201,
  '/webhooks/WEBHOOK/test': 303,
  '/webhooks/WEBHOOK/deliveries/DELIVERY/replay': 303,
  '/webhooks/0/delete': 404,
  '/keys': 201,
  '/keys/KEY/edit': 303,
  '/keys/0/rotate': 404,
  '/keys/0/delete': 404,
  '/settings': 303,
  '/settings/logo/delete': 303,
};

/** What a key can't do that lacks one scope. Everything else it can do. */
interface Loss {
  /** Screens that are refused. */
  readonly screens: readonly string[];
  /** Forms that are refused. */
  readonly forms: readonly string[];
  /** Links and forms that the other screens no longer have, with N for ids. */
  readonly controls: readonly string[];
}

const CRAWL_SCREENS = SCREENS.filter((path) => path.startsWith('/crawls'));
const MONITOR_FORMS = Object.keys(FORMS).filter((path) => path.startsWith('/monitors'));
const WEBHOOK_FORMS = Object.keys(FORMS).filter((path) => path.startsWith('/webhooks'));
const KEY_FORMS = Object.keys(FORMS).filter((path) => path.startsWith('/keys'));

const LOSSES: Readonly<Record<Scope, Loss>> = {
  'reports:read': {
    screens: [
      '/reports',
      '/reports/reports.csv',
      '/reports/REPORT',
      '/reports/REPORT/delete',
      '/reports/REPORT/report.html',
      '/reports/REPORT/report.pdf',
      '/compare/EARLIER/REPORT',
    ],
    forms: ['/reports/0/delete'],
    controls: ['GET /reports', 'GET /reports/N'],
  },
  'reports:write': {
    screens: ['/reports/REPORT/delete'],
    forms: ['/reports', '/reports/0/delete'],
    controls: ['GET /reports/N/delete', 'POST /reports'],
  },
  'websites:read': {
    screens: ['/websites', '/websites/WEBSITE', '/websites/WEBSITE/share-url', '/websites/WEBSITE/delete'],
    forms: ['/websites/WEBSITE/sharing', '/websites/WEBSITE/share-url', '/websites/0/delete'],
    controls: ['GET /websites', 'GET /websites/N'],
  },
  'websites:write': {
    screens: ['/websites/WEBSITE/share-url', '/websites/WEBSITE/delete', '/settings/logo/delete'],
    forms: [
      '/websites/WEBSITE/sharing',
      '/websites/WEBSITE/share-url',
      '/websites/0/delete',
      '/settings',
      '/settings/logo/delete',
    ],
    controls: [
      'GET /websites/N/delete',
      'GET /websites/N/share-url',
      'POST /settings',
      'POST /settings/logo',
      'POST /websites/N/sharing',
    ],
  },
  'crawls:read': {
    screens: CRAWL_SCREENS,
    forms: ['/crawls/CRAWL/cancel', '/crawls/0/delete'],
    controls: ['GET /crawls', 'GET /crawls/N', 'GET /crawls/new'],
  },
  'crawls:write': {
    screens: ['/crawls/new', '/crawls/CRAWL/again', '/crawls/CRAWL/cancel', '/crawls/CRAWL/delete'],
    forms: ['/crawls', '/crawls/CRAWL/cancel', '/crawls/0/delete'],
    controls: ['GET /crawls/N/again', 'GET /crawls/N/delete', 'GET /crawls/new', 'POST /crawls'],
  },
  'monitors:read': {
    screens: [
      '/monitors',
      '/monitors/new',
      '/monitors/MONITOR',
      '/monitors/MONITOR/edit',
      '/monitors/MONITOR/delete',
      '/monitors/WEEKLY',
    ],
    forms: MONITOR_FORMS,
    controls: ['GET /monitors', 'GET /monitors/N', 'GET /monitors/new'],
  },
  'monitors:write': {
    screens: ['/monitors/new', '/monitors/MONITOR/edit', '/monitors/MONITOR/delete'],
    forms: MONITOR_FORMS,
    controls: [
      'GET /monitors/N/delete',
      'GET /monitors/N/edit',
      'GET /monitors/new',
      'POST /monitors',
      'POST /monitors/N/pause',
      'POST /monitors/N/run',
    ],
  },
  'webhooks:read': {
    screens: [
      '/webhooks',
      '/webhooks/WEBHOOK',
      '/webhooks/WEBHOOK/edit',
      '/webhooks/WEBHOOK/rotate-secret',
      '/webhooks/WEBHOOK/delete',
    ],
    forms: WEBHOOK_FORMS,
    controls: ['GET /webhooks'],
  },
  'webhooks:write': {
    screens: ['/webhooks/WEBHOOK/edit', '/webhooks/WEBHOOK/rotate-secret', '/webhooks/WEBHOOK/delete'],
    forms: WEBHOOK_FORMS,
    controls: [
      'GET /webhooks/N/delete',
      'GET /webhooks/N/edit',
      'GET /webhooks/N/rotate-secret',
      'POST /webhooks',
      'POST /webhooks/N/deliveries/N/replay',
      'POST /webhooks/N/disable',
      'POST /webhooks/N/test',
    ],
  },
  'keys:read': {
    screens: ['/keys', '/keys/KEY/edit', '/keys/KEY/rotate', '/keys/KEY/delete', '/audit-log', '/usage'],
    forms: KEY_FORMS,
    controls: ['GET /audit-log', 'GET /keys', 'GET /usage'],
  },
  'keys:write': {
    screens: ['/keys/KEY/edit', '/keys/KEY/rotate', '/keys/KEY/delete'],
    forms: KEY_FORMS,
    controls: ['GET /keys/N/delete', 'GET /keys/N/edit', 'GET /keys/N/rotate', 'POST /keys'],
  },
};

let test: SiteApp;
let ids: Readonly<Record<string, string>>;
/** Of a key that may do everything, by screen. */
let allControls: Readonly<Record<string, ReadonlySet<string>>>;

beforeAll(async () => {
  test = await startSiteApp();
  const { owner } = test;
  const crawl = await crawled(owner, { url: `${test.site.origin}/shoes`, max_pages: 1 });
  const { reports } = await sharedWebsite(test, { privacy: 0 });
  const webhook = await createdWebhook(owner, { url: `${test.site.origin}/hook` });
  const { body: delivery } = await owner.call('post', `${WEBHOOKS}/${String(webhook.id)}/test`);
  const daily = await breachedMonitor({ schedule: '@daily', budgets: [{ metric: 'score', min: 100 }] });
  const budgets = [{ metric: 'score.mean', min: 100 }];
  const weekly = await breachedMonitor({ schedule: '@weekly', kind: 'crawl', max_pages: 1, budgets });
  const key = await createdKey(owner, { name: 'ci', scopes: ['keys:read'] });
  ids = Object.fromEntries(
    Object.entries({
      EARLIER: reports[0],
      REPORT: reports[1],
      WEBSITE: crawl.website_id,
      CRAWL: crawl.id,
      MONITOR: daily,
      WEEKLY: weekly,
      WEBHOOK: webhook.id,
      DELIVERY: delivery.data.id,
      KEY: key.id,
    }).map(([name, id]) => [name, String(id)]),
  );
  allControls = await controlsOf(await signedIn(test.url, owner.key));
});
afterAll(() => test.close());

/** @returns its id */
async function breachedMonitor(fields: object): Promise<number> {
  const body = { url: `${test.site.origin}/shoes`, confirm: false, render: 'never', ...fields };
  const { body: created } = await test.owner.call('post', MONITORS).send(body).expect(201);
  const path = `${MONITORS}/${String(created.data.id)}`;
  await test.owner.call('post', `${path}/run`).expect(202);
  await eventually(async () => (await test.owner.call('get', path)).body.data.state === 'breached');
  return created.data.id;
}

const pathOf = (path: string) => `/console${path.replaceAll(/[A-Z]{3,}/g, (name) => ids[name] ?? name)}`;

/** The links of every screen that is not refused, and its forms. */
async function controlsOf(session: ConsoleSession): Promise<Record<string, ReadonlySet<string>>> {
  const controls: Record<string, ReadonlySet<string>> = {};
  for (const screen of SCREENS) {
    const response = await session.get(pathOf(screen));
    if (response.status !== 403) controls[screen] = controlsIn(await response.text(), pathOf(screen));
  }
  return controls;
}

/** @param path of the screen, whose links to itself do not count */
function controlsIn(markup: string, path: string): ReadonlySet<string> {
  const found = [...markup.matchAll(/(href|method="post" action|formaction)="\/console([^"?#]*)/g)];
  const others = found.filter(([, name, to]) => name !== 'href' || `/console${to ?? ''}` !== path);
  return new Set(
    others.map(([, name, to = '']) => `${name === 'href' ? 'GET' : 'POST'} ${to.replaceAll(/\d+/g, 'N')}`),
  );
}

function fieldsOf(form: string): Record<string, string> {
  const url = `${test.site.origin}/shoes`;
  const fields: Readonly<Record<string, Record<string, string>>> = {
    '/reports': { url },
    '/websites/WEBSITE/sharing': { privacy: '0' },
    '/crawls': { url, max_pages: '1' },
    '/monitors': { url: `${url}?${randomUUID()}`, schedule: '@daily', kind: 'page' },
    '/monitors/MONITOR/edit': { url, schedule: '@hourly', timezone: 'UTC' },
    '/webhooks': { url: `${test.site.origin}/hook`, 'events[]': 'report.failed' },
    '/webhooks/WEBHOOK/edit': { url: `${test.site.origin}/hook`, 'events[]': 'report.failed' },
    '/keys': { name: 'One more', 'scopes[]': 'keys:read' },
    '/keys/KEY/edit': { name: 'Changed', 'scopes[]': 'keys:read' },
    '/settings': { name: 'Blue Agency' },
  };
  return fields[form] ?? {};
}

describe.each(Object.entries(LOSSES))('a key without %s', (scope, { screens, forms, controls }) => {
  let session: ConsoleSession;

  beforeAll(async () => {
    const scopes = SCOPES.filter((one) => one !== scope);
    session = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
  });

  it('is refused these screens, and shown the others without what it can’t do', async () => {
    const own = await controlsOf(session);
    expect(SCREENS.filter((screen) => !(screen in own))).toEqual(screens);
    const lost = Object.entries(own).flatMap(([screen, shown]) =>
      [...(allControls[screen] ?? [])].filter((control) => !shown.has(control)),
    );
    expect([...new Set(lost)].sort()).toEqual(controls);
    const left = Object.entries(own).map(([screen, shown]) => [
      screen,
      controls.filter((control) => shown.has(control)),
    ]);
    expect(left.filter(([, some]) => some?.length)).toEqual([]);
  });

  it('is refused these forms alone', async () => {
    for (const [form, status] of Object.entries(FORMS)) {
      const response = await session.post(pathOf(form), fieldsOf(form));
      expect([form, response.status]).toEqual([form, forms.includes(form) ? 403 : status]);
    }
  });
});
