import { SCOPES } from '../../../src/auth/scopes.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { eventually } from '../../support/eventually.js';
import { type ConsoleRecords, consoleRecords, formsOf, stateOf } from '../../support/console-records.js';
import { storedReport } from '../../support/reports.js';
import { sharedWebsite, unlock } from '../../support/shared-websites.js';

let test: SiteApp;
let session: ConsoleSession;
let records: ConsoleRecords;

beforeAll(async () => {
  test = await startSiteApp();
  session = await signedIn(test.url, test.owner.key);
  records = await consoleRecords(test);
});
afterAll(() => test.close());

/** Reloads a page as browsers without scripts do. */
async function pageOnceDone(path: string): Promise<string> {
  return eventually(async () => {
    const page = await (await session.get(path)).text();
    return !page.includes('<meta http-equiv="refresh" content="2">') && page;
  });
}

describe('a form of the console', () => {
  it('changes nothing without the token of the session, from another test.site, or with another session’s', async () => {
    const other = await signedIn(test.url, test.owner.key);
    const before = await stateOf(test);
    for (const [path, fields] of formsOf(records, test)) {
      const send = (headers: Record<string, string>, body: RequestInit['body']) =>
        visit(test.url + path, { method: 'POST', headers: { cookie: session.cookie, ...headers }, body });
      const form = (token: string) => new URLSearchParams({ ...fields, form_token: token });
      const attempts = [
        await send({}, new URLSearchParams(fields)),
        await send({}, form('')),
        await send({}, form(other.formToken)),
        await send({}, form(`${session.formToken}x`)),
        await send({ origin: 'https://evil.example' }, form(session.formToken)),
        await send({ origin: 'null' }, form(session.formToken)),
        await send({ 'content-type': 'text/plain' }, `form_token=${session.formToken}&url=x`),
        await send({}, undefined),
      ];
      expect([path, attempts.map(({ status }) => status)]).toEqual([
        path,
        [403, 403, 403, 403, 403, 403, 415, 403],
      ]);
    }
    expect(await stateOf(test)).toEqual(before);
    expect((await session.get('/console')).status).toBe(200);
  });

  it('is not there for a key without the scope, and refused', async () => {
    const scopes = SCOPES.filter((scope) => scope.endsWith(':read'));
    const reader = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
    const before = await stateOf(test);
    for (const [path, fields] of formsOf(records, test).filter(
      ([address]) => !address.endsWith('sign-out'),
    )) {
      const response = await reader.post(path, fields);
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect(await stateOf(test)).toEqual(before);
    const screens = [
      '/console',
      `/console/websites/${records.websiteId}`,
      `/console/reports/${String(records.website.reports[0])}`,
      '/console/crawls',
      `/console/crawls/${records.ids.crawl}`,
      '/console/monitors',
      `/console/monitors/${records.ids.monitor}`,
      '/console/webhooks',
      `/console/webhooks/${records.ids.webhook}`,
      '/console/keys',
      '/console/settings',
    ];
    for (const screen of screens) {
      const page = await (await reader.get(screen)).text();
      const actions = [...page.matchAll(/<form method="post" action="([^"]+)"/g)].map(([, action]) => action);
      expect(actions).toEqual(['/console/sign-out']);
      expect(page).not.toMatch(/\/(?:delete|edit|new)"/);
    }
    for (const screen of [
      '/console/monitors/new',
      `/console/monitors/${records.ids.monitor}/edit`,
      '/console/settings/logo/delete',
      `/console/webhooks/${records.ids.webhook}/edit`,
      `/console/keys/${records.ids.key}/edit`,
    ])
      expect([screen, (await reader.get(screen)).status]).toEqual([screen, 403]);
  });

  it('shows nothing to a key that may write but not read', async () => {
    const scopes = SCOPES.filter((scope) => scope.endsWith(':write'));
    const writer = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
    const before = await stateOf(test);
    for (const [path, fields] of formsOf(records, test).filter(([address]) =>
      /\d|webhooks|monitors|keys/.test(address),
    )) {
      expect([path, (await writer.post(path, { ...fields, url: 'nonsense' })).status]).toEqual([path, 403]);
      if (/\/(?:delete|edit)$/.test(path))
        expect([path, (await writer.get(path)).status]).toEqual([path, 403]);
    }
    const refused = await writer.post('/console/reports', { url: 'nonsense' });
    expect(refused.status).toBe(422);
    expect(await refused.text()).not.toContain('Latest reports');
    expect(await stateOf(test)).toEqual(before);
  });

  it('and its screen are the same 404 for another account’s records as for missing ones', async () => {
    const stranger = await signedIn(test.url, test.stranger.key);
    const before = await stateOf(test);
    const masked = (text: string) => text.replaceAll(/\d+/g, '0');
    for (const [path, fields] of formsOf(records, test).filter(([address]) => /\d/.test(address))) {
      const missing = path.replace(/\d+/, '999999');
      const [one, other] = [await stranger.post(path, fields), await stranger.post(missing, fields)];
      expect([path, one.status, other.status]).toEqual([path, 404, 404]);
      expect(masked(await one.text())).toBe(masked(await other.text()));
    }
    const [first, second] = records.website.reports;
    for (const path of [
      `/console/websites/${records.websiteId}`,
      `/console/websites/${records.websiteId}/delete`,
      `/console/reports/${String(first)}`,
      `/console/reports/${String(first)}/delete`,
      `/console/reports/${String(first)}/screenshot.webp`,
      `/console/reports/${String(first)}/full-screenshot.webp`,
      `/console/reports/${String(first)}/report.html`,
      `/console/reports/${String(first)}/report.pdf`,
      `/console/compare/${String(first)}/${String(second)}`,
      `/console/crawls/${records.ids.crawl}`,
      `/console/crawls/compare/${records.ids.crawl}/${records.ids.crawl}`,
      `/console/crawls/${records.ids.crawl}/again`,
      `/console/crawls/${records.ids.crawl}/delete`,
      `/console/monitors/${records.ids.monitor}`,
      `/console/monitors/${records.ids.monitor}/edit`,
      `/console/monitors/${records.ids.monitor}/delete`,
      `/console/webhooks/${records.ids.webhook}`,
      `/console/webhooks/${records.ids.webhook}/edit`,
      `/console/webhooks/${records.ids.webhook}/delete`,
      `/console/keys/${records.ids.key}/edit`,
      `/console/keys/${records.ids.key}/delete`,
    ])
      expect([path, (await stranger.get(path)).status]).toEqual([path, 404]);
    expect(await stateOf(test)).toEqual(before);
  });
});

describe('a refused form', () => {
  it.each([
    ['/console/reports', { url: 'nonsense' }, 'url'],
    ['/console/crawls', { url: 'nonsense' }, 'url'],
    ['/console/monitors', { url: 'nonsense', schedule: '@daily' }, 'url'],
    ['/console/monitors', { url: 'https://a.example/', schedule: 'at noon' }, 'schedule'],
    [
      '/console/monitors',
      { url: 'https://a.example/', schedule: '', other_schedule: 'at noon' },
      'other_schedule',
    ],
    ['/console/monitors', { url: 'https://a.example/', schedule: '@daily', timezone: 'Mars' }, 'timezone'],
    ['/console/monitors', { kind: 'crawl', url: 'https://a.example/', max_pages: 'all' }, 'max_pages'],
    ['/console/webhooks', { url: 'nonsense', 'events[]': 'report.failed' }, 'url'],
    ['/console/webhooks', { url: 'https://a.example/', description: 'x'.repeat(300) }, 'description'],
    ['/console/webhooks', { url: 'https://a.example/', 'events[]': 'report.lost' }, 'events'],
    ['/console/webhooks', { url: 'https://a.example/' }, 'events'],
    ['/console/keys', { name: '', 'scopes[]': 'reports:read' }, 'name'],
    ['/console/keys', { name: 'ci' }, 'scopes'],
    ['/console/keys', { name: 'ci', 'scopes[]': 'reports:read', expires_at: 'soon' }, 'expires_at'],
    ['/console/keys', { name: 'ci', 'scopes[]': 'reports:lost' }, 'scopes'],
    ['/console/settings', { accent_color: 'blue' }, 'accent_color'],
    ['/console/settings', { name: 'x'.repeat(100) }, 'name'],
  ])('of %s with %j says what is wrong beside the field', async (path, fields, name) => {
    const response = await session.post(path, fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toMatch(new RegExp(`aria-describedby="[^"]*\\b${name}-fault"`));
    expect(page).toMatch(new RegExp(`<p class="fault" id="${name}-fault">&quot;[^<]+&quot; (?:must|is) `));
    expect(page).toContain(
      `role="alert" id="fault"><a href="#${name}" autofocus>What to correct stands below its field.</a>`,
    );
    expect(page).toMatch(new RegExp(`<(?:input|textarea|select|fieldset) id="${name}"`));
  });
});

describe('POST /console/reports', () => {
  it('leads a key that may not see the report to the first screen', async () => {
    const scopes = ['reports:write'] as const;
    const writer = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
    const begun = await writer.post('/console/reports', { url: `${test.site.origin}/boots` });
    const address = begun.headers.get('location') ?? '';
    expect(address).toBe('/console?done=report-begun');
    expect(await (await writer.get(address)).text()).toContain('The page is being audited.');
  });

  it('audits a page and leads to its report, which shows its progress', async () => {
    const response = await session.post('/console/reports', { url: `${test.site.origin}/shoes` });
    expect(response.status).toBe(303);
    const path = response.headers.get('location') ?? '';
    expect(path).toMatch(/^\/console\/reports\/\d+$/);
    expect(await pageOnceDone(path)).toContain('Fix first');
  });

  it.each(['', 'nonsense', 'http://10.0.0.1/', `https://a.example/${'x'.repeat(3000)}`])(
    'refuses %j, with what was typed',
    async (url) => {
      const response = await session.post('/console/reports', { url });
      expect(response.status).toBe(422);
      const page = await response.text();
      expect(page).toContain('role="alert"');
      expect(page).toContain(`value="${url}"`);
    },
  );
});

describe('POST /console/websites/{id}/sharing', () => {
  it('sets privacy and password, and says so', async () => {
    const fields = { privacy: '2', password: 'open sesame' };
    const response = await session.post(`/console/websites/${records.websiteId}/sharing`, fields);
    expect(response.headers.get('location')).toBe(`/console/websites/${records.websiteId}?done=sharing`);
    const page = await (await session.get(response.headers.get('location') ?? '')).text();
    expect(page).toContain('The sharing settings were saved.');
    expect(page).not.toContain('open sesame');
    const { body } = await test.owner.call('get', records.website.api).expect(200);
    expect(body.data).toMatchObject({ privacy: 2, password_set: true });
  });

  it('refuses what the API refuses, and never shows the password', async () => {
    const fields = { privacy: '7', password: 'open sesame' };
    const response = await session.post(`/console/websites/${records.websiteId}/sharing`, fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('&quot;Who may see the reports?&quot; must be one of 0, 1, 2.');
    expect(page).not.toContain('open sesame');
  });

  it.each([
    ['0', 'open sesame', 'A password is used only with the choice &quot;With a password&quot;.'],
    ['1', 'open sesame', 'A password is used only with the choice &quot;With a password&quot;.'],
    ['2', '', 'Enter a password, or make another choice.'],
  ])('refuses the choice %s with the password %j, and saves nothing', async (privacy, password, sentence) => {
    const { api } = await sharedWebsite(test, { privacy: privacy === '1' ? 0 : 1 });
    const { body: before } = await test.owner.call('get', api).expect(200);
    const path = `${api.replace('/api/v1', '/console')}/sharing`;
    const response = await session.post(path, { privacy, password });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain(`<p class="fault" id="password-fault">${sentence}`);
    expect(page).toContain(`value="${privacy}" checked`);
    expect((await test.owner.call('get', api).expect(200)).body).toEqual(before);
  });

  it('keeps the password that is set where none is typed', async () => {
    const { api, path } = await sharedWebsite(test, { privacy: 2, password: 'open sesame' });
    const form = `${api.replace('/api/v1', '/console')}/sharing`;
    expect((await session.post(form, { privacy: '2', password: '' })).status).toBe(303);
    expect((await unlock(test.url + path, 'open sesame')).status).toBe(303);
  });
});

describe('a form with an Idempotency-Key', () => {
  it('is a form like any other, each time that it is sent', async () => {
    const send = () =>
      visit(`${test.url}/console/keys`, {
        method: 'POST',
        headers: { cookie: session.cookie, 'idempotency-key': 'once' },
        body: new URLSearchParams({
          ...{ form_token: session.formToken, name: 'repeated' },
          'scopes[]': 'reports:read',
        }),
      });
    const secrets = [];
    for (const response of [await send(), await send()]) {
      expect([response.status, response.headers.get('idempotent-replayed')]).toEqual([201, null]);
      secrets.push(/<code>(pgk_\w+)<\/code>/.exec(await response.text())?.[1]);
    }
    expect(new Set(secrets).size).toBe(2);
    expect(secrets).not.toContain(undefined);
  });
});

describe('POST /console/crawls', () => {
  it('audits a whole website and leads to its crawl, which shows its progress', async () => {
    const response = await session.post('/console/crawls', {
      url: `${test.site.origin}/shoes`,
      max_pages: '2',
    });
    const path = response.headers.get('location') ?? '';
    expect(path).toMatch(/^\/console\/crawls\/\d+$/);
    expect(await pageOnceDone(path)).toContain('Checks that pages fail');
  });

  it('refuses what the API refuses, with what was typed', async () => {
    const response = await session.post('/console/crawls', { url: 'http://10.0.0.1/' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('value="http://10.0.0.1/"');
  });
});

describe('deleting', () => {
  it('asks once, names what goes, and then says what happened', async () => {
    const id = await storedReport(test, test.owner, 'https://deleted.example/');
    const asked = await (await session.get(`/console/reports/${String(id)}/delete`)).text();
    expect(asked).toContain('https://deleted.example');
    const deleted = await session.post(`/console/reports/${String(id)}/delete`);
    expect(deleted.headers.get('location')).toBe('/console/reports?done=report-deleted');
    expect((await session.get(`/console/reports/${String(id)}`)).status).toBe(404);
    const question = await (await session.get(`/console/websites/${records.websiteId}/delete`)).text();
    expect(question).toContain(`Delete ${records.website.domain}?`);
    const gone = await session.post(`/console/websites/${records.websiteId}/delete`);
    const page = await (await session.get(gone.headers.get('location') ?? '')).text();
    expect(page).toContain('The website was deleted.');
    await test.owner.call('get', records.website.api).expect(404);
  });
});
