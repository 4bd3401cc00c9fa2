import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { createdMonitor } from '../../support/monitors.js';
import { createdWebhook } from '../../support/webhooks.js';

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  test = await startApp({ CREATE_LIMIT: '2' });
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

/** A request of the session from one of its screens.
 *  @param from path of that screen */
function send(path: string, from: string, options: RequestInit = {}): Promise<Response> {
  const headers = { cookie: session.cookie, referer: test.url + from };
  return visit(test.url + path, { ...options, headers });
}

const post = (path: string, from: string) =>
  send(path, from, { method: 'POST', body: new URLSearchParams({ form_token: session.formToken }) });
const backIn = (page: string) => /<p><a href="([^"]*)">(?:Back to where you were|Home)</.exec(page)?.[1];

describe('a problem of the console', () => {
  it.each<[string, number, () => Promise<Response>]>([
    ['a record that is gone', 404, () => send('/console/reports/999999', '/console/reports?page=2')],
    ['an address that never was', 404, () => send('/console/nothing', '/console/reports?page=2')],
    [
      'a button of a record that is gone',
      404,
      () => post('/console/crawls/9/cancel', '/console/reports?page=2'),
    ],
    [
      'a form of another session',
      403,
      () => send('/console/keys', '/console/reports?page=2', { method: 'POST', body: new URLSearchParams() }),
    ],
  ])(
    'has the links of every screen, a sentence for people, and the way back: %s',
    async (_, status, request) => {
      const response = await request();
      expect(response.status).toBe(status);
      const page = await response.text();
      expect(page).toContain('<nav aria-label="Console">');
      expect(page).toContain('action="/console/sign-out"');
      expect(page).not.toMatch(/\/api\/v1|\/docs/);
      expect(backIn(page)).toBe('/console/reports?page=2');
    },
  );

  it('has the links of every screen for a key without the scope, and for one that was too busy', async () => {
    const own = await startApp({ RATE_LIMIT: '3' });
    const { key } = await own.keyFor(own.owner, { scopes: ['reports:read'] });
    const reader = await signedIn(own.url, key);
    let response = await reader.get('/console/keys');
    expect(response.status).toBe(403);
    expect(await response.text()).toContain('<nav aria-label="Console">');
    for (let n = 0; n < 4 && response.status !== 429; n++) response = await reader.get('/console');
    expect(response.status).toBe(429);
    const page = await response.text();
    expect(page).toContain('<nav aria-label="Console">');
    expect(page).toContain('<p><a href="/console">Home</a>');
    expect(response.headers.get('refresh')).toBe(response.headers.get('retry-after'));
    await own.close();
  });

  it.each([
    ['/console/monitors/1?done=monitor-saved', '/console/monitors/1'],
    ['/console/webhooks/1/deliveries/2/replay', '/console/webhooks/1'],
    ['/console/settings/logo', '/console/settings'],
    ['/docs', '/console'],
    ['/console/reports/999999', '/console'],
  ])('leads back from %s to %s, which can be opened', async (from, back) => {
    expect(backIn(await (await send('/console/reports/999999', from)).text())).toBe(back);
  });

  it('leads nowhere else', async () => {
    const headers = { cookie: session.cookie, referer: 'https://evil.example/console/keys' };
    const page = await (await visit(`${test.url}/console/nothing`, { headers })).text();
    expect(backIn(page)).toBe('/console');
  });
});

describe('a button that is refused', () => {
  it('says what to do to webhooks that are off', async () => {
    const webhook = await createdWebhook(test.owner, { url: 'https://off.example/', enabled: false });
    const response = await session.post(`/console/webhooks/${String(webhook.id)}/test`);
    const page = await response.text();
    expect(page).toContain('id="fault">The webhook is off. Turn it on first.<');
  });

  it('says so on the screen of the monitor', async () => {
    const monitor = await createdMonitor(test.owner, { url: 'https://busy.example/' });
    const path = `/console/monitors/${String(monitor.id)}`;
    let response = await session.post(`${path}/run`);
    for (let n = 0; n < 3 && response.status === 303; n++) response = await session.post(`${path}/run`);
    expect(response.status).toBe(429);
    const page = await response.text();
    expect(page).toMatch(
      /role="alert" id="fault">This key may create 2 reports per minute\. Wait \d+ seconds?\.</,
    );
    expect(page).toContain(`action="${path}/run"`);
  });
});

it.each<Record<string, string>>([
  { url: 'https://busy.example/?a=1&b=2' },
  { url: 'https://busy.example/', device: 'desktop' },
])('keeps what was sent while the queue is full: %j', async (fields) => {
  const full = await startApp({ ROLE: 'api', QUEUE_LIMIT: '1' });
  const waiting = { url: 'https://first.example/' };
  await full.owner.call('post', '/api/v1/reports').set('Prefer', 'respond-async').send(waiting).expect(202);
  const response = await (await signedIn(full.url, full.owner.key)).post('/console/reports', fields);
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toBe('30');
  const page = await response.text();
  expect(page).toContain('id="fault">The audit queue is full. Try again later.<');
  for (const value of Object.values(fields)) expect(page).toContain(`value="${value.replace('&', '&amp;')}"`);
  await full.close();
});

describe('the sign-in', () => {
  it('says what is wrong with what is no key', async () => {
    const body = new URLSearchParams({ key: 'two words' });
    const page = await (await visit(`${test.url}/console/sign-in`, { method: 'POST', body })).text();
    expect(page).toContain('This is no API key. Copy it again, without white space.');
    expect(page).not.toContain('Bearer');
  });
});
