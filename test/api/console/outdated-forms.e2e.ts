import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { type ConsoleRecords, consoleRecords, stateOf } from '../../support/console-records.js';

let test: SiteApp;
let session: ConsoleSession;
let records: ConsoleRecords;

beforeAll(async () => {
  test = await startSiteApp();
  session = await signedIn(test.url, test.owner.key);
  records = await consoleRecords(test);
});
afterAll(() => test.close());

type Fields = Readonly<Record<string, string>>;

interface EditForm {
  readonly screen: string;
  readonly action: string;
  /** Two ways to fill it in. */
  readonly one: Fields;
  readonly other: Fields;
  readonly api: string;
  /** What someone else changes meanwhile. */
  readonly change: object;
  /** What others change that is not on the form. */
  readonly elsewhere?: object;
}

const api = (path: string, id: string) => `/api/v1/${path}/${id}`;

const FORMS: readonly [string, () => EditForm][] = [
  [
    'a key',
    () => {
      const path = `/console/keys/${records.ids.key}/edit`;
      return {
        ...{ screen: path, action: path, api: api('keys', records.ids.key) },
        one: { name: 'one', 'scopes[]': 'reports:read', expires_at: '30' },
        other: { name: 'other', 'scopes[]': 'websites:read', expires_at: '' },
        change: { scopes: ['crawls:read'] },
      };
    },
  ],
  [
    'a webhook',
    () => {
      const path = `/console/webhooks/${records.ids.webhook}/edit`;
      const url = `${test.site.origin}/hook`;
      return {
        ...{ screen: path, action: path, api: api('webhooks', records.ids.webhook) },
        one: { url, description: 'one', 'events[]': 'report.failed' },
        other: { url, description: '', 'events[]': 'report.completed' },
        change: { description: 'changed meanwhile' },
        elsewhere: { enabled: false },
      };
    },
  ],
  [
    'a monitor',
    () => {
      const path = `/console/monitors/${records.ids.monitor}/edit`;
      const fields = { url: `${test.site.origin}/shoes`, timezone: 'UTC', budget_0_metric: 'score' };
      const limit = { budget_0_limit: 'min', budget_0_value: '80', budget_0_runs: '2' };
      return {
        ...{ screen: path, action: path, api: api('monitors', records.ids.monitor) },
        one: { ...fields, ...limit, schedule: '@hourly', name: 'one' },
        other: { ...fields, ...limit, schedule: '@weekly', name: '' },
        change: { budgets: [{ metric: 'score', min: 70 }] },
        elsewhere: { enabled: false },
      };
    },
  ],
  [
    'who may see a website',
    () => {
      const screen = `/console/websites/${records.websiteId}`;
      return {
        ...{ screen, action: `${screen}/sharing`, api: api('websites', records.websiteId) },
        one: { privacy: '0', password: '' },
        other: { privacy: '1', password: '' },
        change: { privacy: 2, password: 'correct horse' },
      };
    },
  ],
  [
    "a website's password",
    () => {
      const screen = `/console/websites/${records.websiteId}`;
      return {
        ...{ screen, action: `${screen}/sharing`, api: api('websites', records.websiteId) },
        one: { privacy: '2', password: 'one' },
        other: { privacy: '2', password: 'other' },
        change: { privacy: 2, password: 'correct horse' },
      };
    },
  ],
  [
    'a brand',
    () => ({
      ...{ screen: '/console/settings', action: '/console/settings', api: '/api/v1/account' },
      one: { name: 'Blue Agency', accent_color: '#0b57a4', contact: '' },
      other: { name: 'Green Agency', accent_color: '', contact: 'hello@agency.example' },
      change: { brand: { contact: 'changed@agency.example' } },
    }),
  ],
];

const versionIn = (page: string) => /name="version" value="([^"]+)"/.exec(page)?.[1] ?? '';
const versionOn = async (screen: string) => versionIn(await (await session.get(screen)).text());
const patch = (path: string, change: object) => test.owner.call('patch', path).send(change);

describe.each(FORMS)('the form of %s', (_, formOf) => {
  it('replaces what was changed meanwhile only if it is sent again', async () => {
    const { screen, action, one, other, api: path, change } = formOf();
    const first = await session.post(action, { ...one, version: await versionOn(screen) });
    expect(first.status).toBe(303);
    const version = await versionOn(screen);
    await patch(path, change).expect(200);
    const changed = await stateOf(test);

    const refused = await session.post(action, { ...other, version });
    expect(refused.status).toBe(412);
    const page = await refused.text();
    expect(page).toContain('This was changed after you had opened the form, so nothing was saved.');
    expect(await stateOf(test)).toEqual(changed);
    expect(versionIn(page)).not.toBe(version);

    const again = await session.post(action, { ...other, version: versionIn(page) });
    expect([again.status, await again.text()]).toEqual([303, '']);
    expect(await stateOf(test)).not.toEqual(changed);
  });

  it('is saved when it is sent twice, and when something else was changed', async () => {
    const { screen, action, one, other, api: path, elsewhere } = formOf();
    await session.post(action, { ...other, version: await versionOn(screen) });
    const version = await versionOn(screen);
    if (elsewhere) await patch(path, elsewhere).expect(200);
    const statuses = [];
    for (let times = 0; times < 2; times += 1)
      statuses.push((await session.post(action, { ...one, version })).status);
    expect(statuses).toEqual([303, 303]);
  });
});

it('a form that was filled in wrongly still knows which version it showed', async () => {
  const path = `/console/keys/${records.ids.key}/edit`;
  const version = await versionOn(path);
  await patch(api('keys', records.ids.key), { name: 'changed meanwhile' }).expect(200);
  const wrong = await session.post(path, { name: '', 'scopes[]': 'reports:read', expires_at: '', version });
  expect([wrong.status, versionIn(await wrong.text())]).toEqual([422, version]);
  const corrected = { name: 'corrected', 'scopes[]': 'reports:read', expires_at: '', version };
  expect((await session.post(path, corrected)).status).toBe(412);
});
