import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { sharedWebsite } from '../../support/shared-websites.js';

let test: SiteApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startSiteApp();
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

const stored = async (fields: object) => {
  const body = { url: `${test.site.origin}/hook`, ...fields };
  return String((await test.owner.call('post', '/api/v1/webhooks').send(body).expect(201)).body.data.id);
};
const shown = async (id: string) =>
  (await test.owner.call('get', `/api/v1/webhooks/${id}`).expect(200)).body.data;

describe('webhooks', () => {
  it('show their secret once, send tests, and send failed events again', async () => {
    const created = await session.post('/console/webhooks', {
      url: `${test.site.origin}/missing/hook`,
      'events[]': 'report.completed',
    });
    const page = await created.text();
    expect(page).toMatch(/<code>whsec_[\w+/=]+<\/code>/);
    const path = /href="(\/console\/webhooks\/\d+)"/.exec(page)?.[1] ?? '';
    const tested = await session.post(`${path}/test`);
    expect(tested.headers.get('location')).toBe(`${path}?done=event-queued`);
    const screen = await (await session.get(path)).text();
    expect(screen).not.toContain('whsec_');
    const again = /action="([^"]+\/replay)"/.exec(screen)?.[1] ?? '';
    const replayed = await session.post(again);
    expect(replayed.headers.get('location')).toBe(`${path}?done=event-queued`);
    const all = await (await session.get(`${path}?status=lost`)).text();
    expect(all).toContain('status must be one of');
  });

  it('refuse what the API refuses', async () => {
    const response = await session.post('/console/webhooks', { url: 'http://10.0.0.1/' });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('value="http://10.0.0.1/"');
  });

  it('send the events that are ticked, not all if none is', async () => {
    const url = `${test.site.origin}/unticked`;
    const response = await session.post('/console/webhooks', { url });
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toMatch(/id="events-fault">&quot;Events&quot; must be a list of at least one of /);
    expect(page).not.toContain('checked');
    const { body } = await test.owner.call('get', '/api/v1/webhooks').expect(200);
    expect(body.data.map((one: { url: string }) => one.url)).not.toContain(url);
  });

  it('are edited, and keep what the form does not have', async () => {
    const website = await sharedWebsite(test, { privacy: 1 });
    const websiteIds = [Number(website.api.split('/').at(-1))];
    const id = await stored({ description: 'Alerts', events: ['report.failed'], website_ids: websiteIds });
    const path = `/console/webhooks/${id}`;
    const form = await (await session.get(`${path}/edit`)).text();
    expect(form).toMatch(/name="description"[^>]* value="Alerts"/);
    expect([...form.matchAll(/value="([^"]+)" checked/g)].map(([, event]) => event)).toEqual([
      'report.failed',
    ]);
    const fields = { url: `${test.site.origin}/new-hook`, description: '', 'events[]': 'monitor.breached' };
    const saved = await session.post(`${path}/edit`, fields);
    expect(saved.headers.get('location')).toBe(`${path}?done=webhook-saved`);
    expect(await shown(id)).toMatchObject({
      ...{ url: fields.url, description: null, events: ['monitor.breached'] },
      website_ids: websiteIds,
    });
  });

  it('say which websites they are limited to', async () => {
    const websites = [await sharedWebsite(test, { privacy: 1 }), await sharedWebsite(test, { privacy: 1 })];
    const websiteIds = websites.map(({ api }) => Number(api.split('/').at(-1)));
    const id = await stored({ website_ids: websiteIds });
    const links = websites.map(
      ({ domain }, index) => `<a href="/console/websites/${String(websiteIds[index])}">${domain}</a>`,
    );
    for (const path of [`/console/webhooks/${id}`, `/console/webhooks/${id}/edit`])
      expect(await (await session.get(path)).text()).toContain(`Only about ${links.join(' and ')}.`);
    await test.owner.call('delete', websites[0]?.api ?? '').expect(200);
    const page = await (await session.get(`/console/webhooks/${id}`)).text();
    expect(page).toContain(`Only about ${links[1] ?? ''} and 1 other website.`);
    const scopes = ['webhooks:read'] as const;
    const reader = await signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);
    expect(await (await reader.get(`/console/webhooks/${id}`)).text()).toContain('Only about 2 websites.');
    const unlimited = await session.get(`/console/webhooks/${await stored({})}`);
    expect(await unlimited.text()).not.toContain('Only about');
  });

  it.each([
    [{ url: '' }, 'url', '&quot;Address that receives the events&quot; is required.'],
    [{ url: 'nonsense' }, 'url', '&quot;Address that receives the events&quot; must'],
    [{ description: 'x'.repeat(256) }, 'description', '&quot;Description&quot; must be at most 255'],
    [{ 'events[]': 'report.lost' }, 'events', '&quot;Events&quot; must be a list'],
  ])('are not edited to %j', async (fields: Record<string, string>, name, sentence) => {
    const id = await stored({ events: ['report.failed'] });
    const before = await shown(id);
    const whole = { url: `${test.site.origin}/hook`, 'events[]': 'report.failed', ...fields };
    const response = await session.post(`/console/webhooks/${id}/edit`, whole);
    expect(response.status).toBe(422);
    expect(await response.text()).toContain(`id="${name}-fault">${sentence}`);
    expect(await shown(id)).toEqual(before);
  });

  it('are turned off and on', async () => {
    const id = await stored({});
    const path = `/console/webhooks/${id}`;
    const off = await session.post(`${path}/disable`);
    const page = await (await session.get(off.headers.get('location') ?? '')).text();
    expect(page).toContain('The webhook is off');
    expect(page).toContain(`action="${path}/enable"`);
    expect(await shown(id)).toMatchObject({ enabled: false });
    await session.post(`${path}/enable`);
    expect(await shown(id)).toMatchObject({ enabled: true });
    expect(await (await session.get(path)).text()).toContain(`action="${path}/disable"`);
  });

  it('get a new secret, which is shown once', async () => {
    const id = await stored({});
    const path = `/console/webhooks/${id}`;
    const page = await (await session.post(`${path}/rotate-secret`)).text();
    const secret = /<code>(whsec_[^<]+)<\/code>/.exec(page)?.[1];
    const [row] = await test.database.query<{ secret: string }>('SELECT secret FROM webhooks WHERE id = $1', [
      id,
    ]);
    expect(secret).toBe(row?.secret);
    expect(page).toMatch(/Until <time[^>]+>[^<]+<\/time>, its requests are signed with the secret before/);
    expect(await (await session.get(path)).text()).not.toContain('whsec_');
  });
});
