import { type Scope } from '../../../src/auth/scopes.js';
import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { storedReport, websiteOf } from '../../support/reports.js';
import { sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startApp({ ROLE: 'api' });
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

const textOf = async (path: string, visitor = session) => (await visitor.get(path)).text();

/** Stores a record by the API.
 *  @returns its id */
async function stored(path: string, body: object): Promise<string> {
  const response = await test.owner.call('post', `/api/v1/${path}`).send(body);
  expect(response.status).toBe(201);
  return String(response.body.data.id);
}

const sessionWith = async (...scopes: Scope[]) =>
  signedIn(test.url, (await test.keyFor(test.owner, { scopes })).key);

describe('a webhook', () => {
  const change = (id: string, set: string) =>
    test.database.query(`UPDATE webhooks SET ${set} WHERE id = $1`, [id]);

  it('that is off is not off since its attempts fail', async () => {
    const id = await stored('webhooks', { url: 'https://hooks.example/off' });
    const path = `/console/webhooks/${id}`;
    await change(id, `failing_since = '2026-11-01T00:00:00Z'`);
    expect(await textOf(path)).toMatch(/>Failing<\/span> since <time/);
    await change(id, `enabled = false, disabled_reason = 'failing'`);
    expect(await textOf(path)).toMatch(
      />Off<\/span> because it failed for five days; its attempts had failed since <time/,
    );
    await change(id, 'failing_since = NULL, disabled_reason = NULL');
    expect(await textOf(path)).toMatch(/>Off<\/span> <span/);
  });

  it('says why events failed that were never sent, and when others are tried again', async () => {
    const id = await stored('webhooks', { url: 'https://hooks.example/late' });
    await test.owner.call('post', `/api/v1/webhooks/${id}/test`).expect(202);
    const path = `/console/webhooks/${id}`;
    const update = (set: string) =>
      test.database.query(`UPDATE deliveries SET ${set} WHERE webhook_id = $1`, [id]);
    await update(`status = 'failing', next_attempt_at = now() + interval '1 hour'`);
    expect(await textOf(path)).toMatch(/, tried again <time/);
    await update(`status = 'failed', next_attempt_at = NULL`);
    expect(await textOf(path)).toContain('Not sent: the webhook was off.');
  });

  it('leads back to the events that were listed when one is sent again', async () => {
    const id = await stored('webhooks', { url: 'https://hooks.example/again' });
    await test.owner.call('post', `/api/v1/webhooks/${id}/test`).expect(202);
    const list = `/console/webhooks/${id}?status=failed&page=1`;
    await test.database.query(
      `UPDATE deliveries SET status = 'failed', next_attempt_at = NULL WHERE webhook_id = $1`,
      [id],
    );
    const [, action = ''] = /action="([^"]+\/replay)"/.exec(await textOf(list)) ?? [];
    const response = await visit(test.url + action, {
      method: 'POST',
      headers: { cookie: session.cookie, origin: test.url, referer: test.url + list },
      body: new URLSearchParams({ form_token: session.formToken }),
    });
    expect(response.headers.get('location')).toBe(`${list}&done=event-queued`);
  });
});

describe('a monitor', () => {
  const changed = (id: string, set: string) =>
    test.database.query(`UPDATE monitors SET ${set} WHERE id = $1`, [id]);

  it('whose run is late says since when', async () => {
    const id = await stored('monitors', { url: 'https://late.example/', schedule: '@daily' });
    await changed(id, `late_since = '2026-11-02T03:04:00Z'`);
    for (const path of ['/console/monitors', `/console/monitors/${id}`])
      expect(await textOf(path)).toMatch(/, late since <time datetime="2026-11-02T03:04:00\.000Z"/);
  });

  it('whose address is not allowed any more stays paused, and says why', async () => {
    const id = await stored('monitors', { url: 'https://moved.example/', schedule: '@daily' });
    await changed(id, `url = 'http://10.0.0.1/', enabled = false, next_run_at = NULL`);
    const response = await session.post(`/console/monitors/${id}/resume`);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(page).toContain('ALLOWED_TARGETS');
    expect(page).toContain(`<form method="post" action="/console/monitors/${id}/resume">`);
  });
});

describe('a website', () => {
  const screenOf = ({ api }: { readonly api: string }) => `/console${api.replace('/api/v1', '')}`;

  it('with a password that is not set says that nobody can open its link', async () => {
    const website = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const note = 'Nobody can open it until a password is set.';
    expect(await textOf(screenOf(website))).not.toContain(note);
    await test.database.query('UPDATE websites SET password_hash = NULL WHERE domain = $1', [website.domain]);
    expect(await textOf(screenOf(website))).toContain(note);
  });

  it('asks for a password again that a refused form does not keep', async () => {
    const website = await sharedWebsite(test, { privacy: 2, password: 'sesame' });
    const path = screenOf(website);
    const [, version = ''] = /name="version" value="([^"]+)"/.exec(await textOf(path)) ?? [];
    await test.owner.call('patch', website.api).send({ privacy: 2, password: 'of another tab' }).expect(200);
    const refused = await session.post(`${path}/sharing`, { privacy: '2', password: 'mine', version });
    expect(refused.status).toBe(412);
    const page = await refused.text();
    expect(page).toContain('This was changed after you had opened the form');
    expect(page).toContain('<p class="fault" id="password-fault">Enter the password again.</p>');
  });

  it('is listed with the numbers that the list is sorted by', async () => {
    const { domain } = await sharedWebsite(test, { privacy: 1 });
    const rowBy = async (sort: string) => {
      const page = await textOf(`/console/websites?sort_by=${sort}&search=${domain}`);
      return new RegExp(`${domain}</a> <span class="quiet">([^<]*)`).exec(page)?.[1];
    };
    expect(await rowBy('domain')).toBe('1 page, private · ');
    expect(await rowBy('reports_count')).toBe('1 page, 2 reports, private · ');
    expect(await rowBy('reports_avg_score')).toBe('1 page, all reports 65 on average, private · ');
  });

  it('is crawled from where its pages are, whatever list is shown', async () => {
    await storedReport(test, test.owner, 'http://plain.example/page');
    const { id } = await websiteOf(test.owner, 'plain.example');
    for (const query of ['', '?search=nothing', '?page=9'])
      expect(await textOf(`/console/websites/${String(id)}${query}`)).toContain(
        'name="url" value="http://plain.example/"',
      );
  });
});

describe('a key that may not do all', () => {
  it('shares without writing reports, and is shown no way to what it may not do', async () => {
    const website = await sharedWebsite(test, { privacy: 1 });
    const path = `/console/reports/${String(website.reports[0])}`;
    const sharer = await sessionWith('reports:read', 'websites:read', 'websites:write');
    expect(await textOf(path, sharer)).toContain('#sharing">Share</a>');
    expect(await textOf(path, sharer)).not.toContain('Audit again');
    const writer = await sessionWith('reports:read', 'reports:write', 'websites:read');
    expect(await textOf(path, writer)).not.toContain('#sharing');
    expect(await textOf(path, writer)).toContain('Audit again');
  });

  it.each([
    ['crawls', 'crawls:read'],
    ['reports', 'reports:read'],
    ['websites', 'websites:read'],
  ] as const)('sees an empty list of %s without an invitation', async (list, scope) => {
    const stranger = await test.keyFor(test.stranger, { scopes: [scope] });
    const page = await textOf(`/console/${list}`, await signedIn(test.url, stranger.key));
    expect(page).toMatch(/Nothing is here yet\.|Websites appear here/);
    expect(page).not.toContain('Audit a');
  });
});

describe('usage', () => {
  it('by key of days without any says so', async () => {
    const page = await textOf('/console/usage?by=key&from=2026-01-01&to=2026-01-02');
    expect(page).toContain('No key was used in these days.');
  });
});
