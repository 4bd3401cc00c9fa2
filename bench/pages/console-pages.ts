import { request } from 'undici';
import { signIn } from '../support/console.js';
import { KEY } from '../support/service.js';
import { type GradedPage } from './graded-page.js';
import { type KeptPages } from './kept-pages.js';
import { type Records } from './records.js';

const REFUSED_MONITOR = {
  ...{ url: 'nonsense', schedule: '', other_schedule: 'never', timezone: 'Moon' },
  ...{ budget_0_metric: 'Titles', budget_0_limit: 'pass', budget_0_value: '', budget_0_runs: '9' },
  ...{ budget_1_metric: 'Score', budget_1_limit: 'min', budget_1_value: 'good', budget_1_runs: '1' },
};

/** All screens of the console, and what forms are answered with.
 *  @param service URL of the service */
export async function consolePages(
  service: string,
  { bad, good, earlier, down, crawl, monitor, webhook }: Records,
  kept: KeptPages,
): Promise<GradedPage[]> {
  const cookie = await signIn(service, KEY);
  const at = (path: string) => `${service}/console${path}`;
  const textAt = async (path: string, fields?: Readonly<Record<string, string>>) => {
    const headers = { cookie, accept: 'text/html' };
    const form = fields && { method: 'POST' as const, body: new URLSearchParams(fields).toString() };
    const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
    const { statusCode, body } = await request(at(path), { ...form, headers: { ...headers, ...type } });
    return { status: statusCode, text: await body.text() };
  };
  const token = /name="form_token" value="([^"]+)"/.exec((await textAt('')).text)?.[1] ?? '';
  const keptAnswer = async (path: string, status: number, fields?: Readonly<Record<string, string>>) => {
    const answer = await textAt(path, fields && { form_token: token, ...fields });
    if (answer.status !== status) throw new Error(`${path}: ${String(answer.status)} ${answer.text}`);
    return kept.keep(`/kept${path}`, answer.text);
  };
  const newKey = await keptAnswer('/keys', 201, { name: 'Pipeline', 'scopes[]': 'reports:read' });
  const addressIn = async (path: string, pattern: RegExp) =>
    pattern.exec((await textAt(path)).text)?.[0] ?? '';
  const screens = {
    home: '',
    reports: '/reports',
    'report, bad': `/reports/${String(bad.id)}`,
    'report, failed': `/reports/${String(down.id)}`,
    comparison: `/compare/${String(earlier.id)}/${String(good.id)}`,
    websites: '/websites',
    website: `/websites/${String(bad.website_id)}`,
    crawls: '/crawls',
    crawl: `/crawls/${String(crawl)}`,
    monitors: '/monitors',
    monitor: `/monitors/${String(monitor)}`,
    'form of a new monitor': '/monitors/new',
    'form of a new monitor of a website': '/monitors/new?kind=crawl',
    'form of a monitor': `/monitors/${String(monitor)}/edit`,
    webhooks: '/webhooks',
    webhook: `/webhooks/${String(webhook)}`,
    'form of a webhook': `/webhooks/${String(webhook)}/edit`,
    keys: '/keys',
    'form of a key': await addressIn('/keys', /\/keys\/\d+\/edit/),
    'audit log': '/audit-log',
    usage: '/usage',
    settings: '/settings',
    'question, logo': '/settings/logo/delete',
    'question, website': `/websites/${String(bad.website_id)}/delete`,
  };
  return [
    ...Object.entries(screens).map(([name, path]) => ({ name, url: at(path), headers: { cookie } })),
    { name: 'sign-in', url: at('/sign-in') },
    { name: 'wrong key', url: await keptAnswer('/sign-in', 401, { key: 'wrong' }) },
    { name: 'refused address', url: await keptAnswer('/reports', 422, { url: 'http://10.0.0.1/' }) },
    { name: 'refused monitor', url: await keptAnswer('/monitors', 422, REFUSED_MONITOR) },
    { name: 'refused brand', url: await keptAnswer('/settings', 422, { accent_color: '#ffff00' }) },
    { name: 'new key', url: newKey },
    { name: 'not found', url: await keptAnswer('/reports/999999999', 404) },
  ].map((page) => ({ ...page, name: `console, ${page.name}` }));
}
