import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { hostileFindings } from '../../support/hostile-findings.js';
import { storedReport, websiteOf } from '../../support/reports.js';
import { storedScreenshot } from '../../support/screenshots.js';

const MANY = 101;

let test: TestApp;
let session: ConsoleSession;
let stranger: ConsoleSession;

beforeAll(async () => {
  // Nothing but the tests completes reports.
  test = await startApp({ ROLE: 'api' });
  session = await signedIn(test.url, test.owner.key);
  stranger = await signedIn(test.url, test.stranger.key);
});
afterAll(() => test.close());

const failing = (...ids: string[]) => ({
  checks: hostileFindings('text').filter(({ id }) => ids.includes(id)),
});

const idOf = async (domain: string) => (await websiteOf(test.owner, domain)).id;

/** Makes what happened to a website older. */
async function age(domain: string, days: number): Promise<void> {
  const id = await idOf(domain);
  await test.database.query('UPDATE website_days SET day = day - $2::integer WHERE website_id = $1', [
    id,
    days,
  ]);
}

describe('the first screen', () => {
  const fallen = async () => {
    const page = await (await session.get('/console')).text();
    return [...page.matchAll(/<span class="pill bad">([^<]*)<\/span> <a href="[^"]*">([^<]*)<\/a>/g)].map(
      ([, change, domain]) => `${domain ?? ''} ${change ?? ''}`,
    );
  };

  it('names websites whose score fell, the deepest fall first', async () => {
    for (const [domain, before, after] of [
      ['little.example', 80, 75],
      ['deep.example', 90, 40],
      ['rose.example', 40, 90],
      ['same.example', 70, 70],
    ] as const) {
      const url = `https://${domain}/`;
      await storedReport(test, test.owner, url, before);
      await age(domain, 40);
      await storedReport(test, test.owner, url, after);
    }
    await storedReport(test, test.owner, 'https://once.example/', 10);
    expect(await fallen()).toEqual(['deep.example −50', 'little.example −5']);
    expect(await (await stranger.get('/console')).text()).not.toContain('What got worse');
  });

  it('names them also after a day that changed nothing', async () => {
    await age('deep.example', 2);
    await storedReport(test, test.owner, 'https://deep.example/', 40);
    expect(await fallen()).toEqual(['deep.example −50', 'little.example −5']);
  });

  it('says how they stand now, also if they rose by less than a point since', async () => {
    await age('deep.example', 1);
    const pages = Array.from({ length: 9 }, (_, page) => `https://deep.example/${String(page)}`);
    for (const url of pages) await storedReport(test, test.owner, url, 40);
    await age('deep.example', 1);
    for (const url of pages.slice(0, 5)) await storedReport(test, test.owner, url, 41);
    expect(await fallen()).toEqual(['deep.example −49.5', 'little.example −5']);
    await test.database.query(`DELETE FROM reports WHERE url LIKE 'https://deep.example/_'`);
  });

  it('says by how many points to a tenth, as scores are', async () => {
    const audit = async (scores: readonly number[]) => {
      for (const [page, score] of scores.entries())
        await storedReport(test, test.stranger, `https://several.example/${String(page)}`, score);
    };
    await audit([75, 75, 76]);
    const { body } = await test.stranger.call('get', '/api/v1/websites?search=several.example').expect(200);
    await test.database.query('UPDATE website_days SET day = day - 1 WHERE website_id = $1', [
      body.data[0].id,
    ]);
    await audit([71, 71, 71]);
    const page = await (await stranger.get('/console')).text();
    expect(page).toContain('<span class="pill bad">−4.3</span>');
    expect(page).toContain('75.3 to 71,');
  });

  it('forgets a fall when the score rises again, or after 30 days', async () => {
    await age('little.example', 31);
    expect(await fallen()).toEqual(['deep.example −50']);
    await age('deep.example', 1);
    await storedReport(test, test.owner, 'https://deep.example/', 95);
    expect(await fallen()).toEqual([]);
  });
});

describe('the screen of a website', () => {
  const pageOf = async (domain: string) =>
    (await session.get(`/console/websites/${String(await idOf(domain))}`)).text();

  it('says what its pages should fix, in how many, and leads to one of them', async () => {
    await storedReport(test, test.owner, 'https://shop.example/old', 20, failing('title', 'favicon'));
    await storedReport(test, test.owner, 'https://shop.example/old', 90, failing('title'));
    const id = await storedReport(
      test,
      test.owner,
      'https://shop.example/new',
      20,
      failing('title', 'favicon'),
    );
    const page = await pageOf('shop.example');
    const rows = [...page.matchAll(/<tr><th scope="row"><a href="([^"]+)">[^<]*<\/a><\/th><td>(\d+)</g)];
    expect(rows.map(([, href, count]) => [href, count])).toEqual([
      [`/console/reports/${String(id)}#title`, '2'],
      [`/console/reports/${String(id)}#favicon`, '1'],
    ]);
  });

  it('looks at the pages that were audited last', async () => {
    for (let n = 0; n < MANY; n++)
      await storedReport(
        test,
        test.owner,
        `https://large.example/${String(n)}`,
        20,
        failing(n === 0 ? 'favicon' : 'title'),
      );
    const page = await pageOf('large.example');
    expect(page).toContain('Of the 100 pages that were audited last.');
    expect(page).toContain('<td>100</td>');
    expect(page).not.toContain('#favicon');
  });

  it('has its monitors, also those that have not run yet', async () => {
    await storedReport(test, test.owner, 'https://watched.example/');
    const monitor = { url: 'https://www.watched.example/page', schedule: '@daily', name: 'Front page' };
    await test.owner.call('post', '/api/v1/monitors').send(monitor).expect(201);
    await test.owner
      .call('post', '/api/v1/monitors')
      .send({ ...monitor, url: 'https://other.example/', name: 'Another' })
      .expect(201);
    const page = await pageOf('watched.example');
    expect(page).toContain('Front page');
    expect(page).not.toContain('Another');
  });

  it('says that its link shows nothing while it is private', async () => {
    await storedReport(test, test.owner, 'https://hidden.example/');
    const sentence = 'It shows nothing while the website is private.';
    const api = `/api/v1/websites/${String(await idOf('hidden.example'))}`;
    await test.owner.call('patch', api).send({ privacy: 1 }).expect(200);
    expect(await pageOf('hidden.example')).toContain(sentence);
    await test.owner.call('patch', api).send({ privacy: 0 }).expect(200);
    expect(await pageOf('hidden.example')).not.toContain(sentence);
  });

  it('offers a crawl from where its pages are', async () => {
    await storedReport(test, test.owner, 'http://plain.example:8080/a/b?c=d');
    expect(await pageOf('plain.example')).toContain('name="url" value="http://plain.example:8080/"');
  });
});

describe('the screen of a report', () => {
  it('has its pictures', async () => {
    const id = await storedReport(test, test.owner, 'https://picture.example/');
    const picture = Buffer.from('RIFF....WEBPVP8 and so on');
    await storedScreenshot(test, id, picture);
    const response = await session.get(`/console/reports/${String(id)}/screenshot.webp`);
    expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
      200,
      'image/webp',
      picture.toString(),
    ]);
    expect((await stranger.get(`/console/reports/${String(id)}/screenshot.webp`)).status).toBe(404);
  });
});
