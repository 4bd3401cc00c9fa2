import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { CONSOLE_SCRIPT_FILE } from '../../../src/console/script/console-script.js';
import { Database } from '../../../src/platform/database/database.js';
import { startInstance } from '../../support/app.js';
import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { startBrowser } from '../../support/browser.js';
import { type ConsoleSession, signedIn, visit } from '../../support/console.js';
import { eventually } from '../../support/eventually.js';
import { createdKey } from '../../support/keys.js';
import { ordinaryAnswer } from '../../support/website.js';

let test: SiteApp;
let session: ConsoleSession;
/** The site answers when it is resolved. */
let held: Promise<void>;
let go: () => void;

beforeAll(async () => {
  test = await startSiteApp((request, response) => {
    void held.then(() => {
      ordinaryAnswer(request, response);
    });
  });
});
afterAll(() => test.close());

beforeEach(async () => {
  held = new Promise<void>((resolve) => (go = resolve));
  session = await signedIn(test.url, test.owner.key);
});
afterEach(() => {
  go();
});

interface Stream {
  readonly response: IncomingMessage;
  /** What has arrived so far. */
  text(): string;
  readonly ended: Promise<unknown>;
}

/** Opens a stream of events, on a connection of its own, and keeps reading it. */
async function stream(path: string, cookie = session.cookie, base = test.url): Promise<Stream> {
  const asking = get(base + path, { headers: { cookie }, agent: false });
  const [response] = (await once(asking, 'response')) as [IncomingMessage];
  let text = '';
  response.on('data', (chunk: Buffer) => (text += chunk.toString()));
  response.on('error', () => undefined);
  return { response, text: () => text, ended: new Promise((end) => response.once('close', end)) };
}

async function begun(path: string): Promise<string> {
  const response = await session.post(path, { url: `${test.site.origin}/shoes`, max_pages: '1' });
  return response.headers.get('location') ?? '';
}

describe.each([
  ['a report', '/console/reports', 'Fix first'],
  ['a crawl', '/console/crawls', 'Checks that pages fail'],
])('the screen of %s in progress', (_, list, result) => {
  it.each([true, false])('shows by itself what became of it, with scripts: %s', async (javaScriptEnabled) => {
    const browser = await startBrowser();
    const context = await browser.newContext({ javaScriptEnabled });
    const [name = '', value = ''] = session.cookie.split('=');
    await context.addCookies([{ name, value, url: `${test.url}/console` }]);
    const page = await context.newPage();
    let loads = 0;
    page.on('load', () => loads++);
    await page.goto(test.url + (await begun(list)));
    await page.waitForSelector('#progress-text');
    if (javaScriptEnabled) {
      await sleep(3000);
      expect(loads).toBe(1);
    } else await eventually(() => Promise.resolve(loads > 1));
    go();
    await page.waitForSelector(`text=${result}`);
    await browser.close();
  });

  it('has a stream that ends when it is done', async () => {
    const path = await begun(list);
    const events = await stream(`${path}/progress`);
    expect(events.response.headers['content-type']).toMatch('text/event-stream');
    await eventually(() => Promise.resolve(events.text().split('"isDone":false').length > 2));
    go();
    await events.ended;
    expect(events.text()).toMatch(/"isDone":true\}\n\n$/);
  });
});

/** One that is opened as soon as those that were closed before don't count any more. */
function openedStream(path: string, cookie?: string) {
  return eventually(async () => {
    const events = await stream(path, cookie);
    return events.response.statusCode === 200 && events;
  });
}

describe('a stream of progress', () => {
  it('ends within seconds when the key may not see it any more', async () => {
    const path = await begun('/console/reports');
    for (const sql of [
      'UPDATE api_keys SET revoked_at = now() WHERE id = $1',
      `UPDATE api_keys SET scopes = '{crawls:read}' WHERE id = $1`,
    ]) {
      const key = await createdKey(test.owner);
      const { cookie } = await signedIn(test.url, key.secret);
      const events = await stream(`${path}/progress`, cookie);
      await eventually(() => Promise.resolve(events.text().includes('"isDone":false')));
      await test.database.query(sql, [key.id]);
      await events.ended;
      expect(events.text()).not.toContain('"isDone":true');
    }
  });

  it('ends after a sign-out', async () => {
    const path = await begun('/console/reports');
    const events = await stream(`${path}/progress`);
    await session.post('/console/sign-out');
    await events.ended;
  });

  it('is refused without a session, for another account, and for what is not there', async () => {
    const path = await begun('/console/reports');
    const stranger = await signedIn(test.url, test.stranger.key);
    const answers = await Promise.all([
      visit(`${test.url}${path}/progress`),
      stranger.get(`${path}/progress`),
      session.get('/console/reports/999999/progress'),
      session.get('/console/crawls/999999/progress'),
      visit(`${test.url}/console/${CONSOLE_SCRIPT_FILE}`),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([303, 404, 404, 404, 303]);
  });

  it('is one of twenty that a key may have open at once', async () => {
    const path = await begun('/console/reports');
    const all = await Promise.all(Array.from({ length: 20 }, () => stream(`${path}/progress`)));
    expect(new Set(all.map(({ response }) => response.statusCode))).toEqual(new Set([200]));
    expect((await session.get(`${path}/progress`)).status).toBe(429);
    for (const { response } of all) response.destroy();
    const again = await openedStream(`${path}/progress`);
    again.response.destroy();
  });

  it('is one of twenty also where all are opened at the same moment', async () => {
    const path = await begun('/console/reports');
    // Streams of the tests before may still be counted.
    const { key } = await test.keyFor(test.owner);
    const { cookie } = await signedIn(test.url, key);
    const all = await Promise.all(Array.from({ length: 30 }, () => stream(`${path}/progress`, cookie)));
    const statuses = all.map(({ response }) => response.statusCode);
    for (const { response } of all) response.destroy();
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });

  it('is one of sixty that an account may have open at once', async () => {
    const path = await begun('/console/reports');
    const keys = await Promise.all([1, 2, 3, 4].map(() => test.keyFor(test.owner)));
    const sessions = await Promise.all(keys.map(({ key }) => signedIn(test.url, key)));
    const [last, ...full] = sessions;
    const all = await Promise.all(
      full.flatMap((own) => Array.from({ length: 20 }, () => openedStream(`${path}/progress`, own.cookie))),
    );
    expect((await last?.get(`${path}/progress`))?.status).toBe(429);
    for (const { response } of all) response.destroy();
  });

  it('does not keep the process from ending', async () => {
    const instance = await startInstance(test.database.url, { ROLE: 'api' });
    await instance.app.get(Database).connect();
    const path = await begun('/console/reports');
    const events = await stream(`${path}/progress`, session.cookie, instance.url);
    expect(events.response.statusCode).toBe(200);
    await Promise.all([events.ended, instance.close()]);
  });
});

describe('the script of the console', () => {
  it('is kept by browsers under a name that changes with it', async () => {
    const script = await session.get(`/console/${CONSOLE_SCRIPT_FILE}`);
    expect(Object.fromEntries(script.headers)).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'private, max-age=31536000, immutable',
    });
    const ofOther = await session.get('/console/console-0123456789ab.js');
    expect([ofOther.status, ofOther.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const path = await begun('/console/reports');
    const source = `src="/console/${CONSOLE_SCRIPT_FILE}" defer`;
    expect(await (await session.get(path)).text()).toContain(`${source} data-events="${path}/progress"`);
    const home = await session.get('/console');
    expect(await home.text()).toContain(`${source}></script>`);
    expect(home.headers.get('content-security-policy')).toContain("; script-src 'self'");
  });
});
