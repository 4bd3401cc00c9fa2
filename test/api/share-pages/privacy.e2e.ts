import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { BROWSER, look, sharedWebsite, unlock } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('a private website', () => {
  it('is answered, whatever the path, like an address that never was', async () => {
    const { path, reports } = await sharedWebsite(test);
    const never = `/s/${'a'.repeat(32)}`;
    const [older = 0, newer = 0] = reports;
    for (const below of [
      '',
      `/reports/${String(older)}`,
      `/compare/${String(older)}/${String(newer)}`,
      '/badge.svg',
      '/badge.svg?url=https://a.example/',
      '/nothing',
      '?search=x&result=good',
      '?per_page=7',
    ]) {
      for (const accept of [BROWSER, '*/*']) {
        const answers = [];
        for (const address of [path, never]) {
          const { status, headers, text } = await test
            .call('get', address + below)
            .set('X-Request-Id', 'same')
            .set('Accept', accept);
          const rest = Object.entries(headers).filter(([name]) => name !== 'date');
          answers.push({ status, rest, text: text.replaceAll(address, '') });
        }
        expect(answers[0]).toEqual(answers[1]);
        expect(answers[0]?.status).toBe(below === '?per_page=7' ? 422 : 404);
      }
    }
    for (const address of [path, never]) expect((await unlock(test.url + address, 'x')).status).toBe(404);
  });

  it('is seen by its owner’s key, and by no other', async () => {
    const { path, reports } = await sharedWebsite(test);
    await test.owner.call('get', path).expect(200).expect('Cache-Control', 'no-store');
    await test.owner.call('get', `${path}/reports/${String(reports[0])}`).expect(200);
    await test.stranger.call('get', path).expect(404);
    const reader = await test.keyFor(test.owner, { scopes: ['websites:write'] });
    await reader.call('get', path).expect(403);
    await test.call('get', path).set('Authorization', 'Bearer wrong').expect(401);
    await test.call('get', path).set('Authorization', 'Basic YTpi').expect(404);
  });
});

describe('a public website', () => {
  it('is open to everyone with the address, and says so to search engines and link previews', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 0 });
    for (const below of ['', `/reports/${String(reports[0])}`, `/compare/${reports.join('/')}`]) {
      const { text, headers } = await look(test, path + below).expect(200);
      expect(headers['content-type']).toBe('text/html; charset=utf-8');
      expect(headers['cache-control']).toBe('public, no-cache');
      expect(headers).not.toHaveProperty('x-robots-tag');
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'self'; img-src 'self';/,
      );
      expect(text).toContain(`<link rel="canonical" href="${test.url}${path}${below}">`);
      expect(text).toContain('property="og:title"');
      expect(text).not.toContain('noindex');
    }
  });

  it('travels once while nothing changes', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 0 });
    const { headers } = await look(test, path).expect(200);
    const again = await look(test, path).set('If-None-Match', String(headers.etag)).expect(304);
    expect(again.text).toBe('');
    await test.owner.call('delete', `/api/v1/reports/${String(reports[0])}`).expect(200);
    await look(test, path).set('If-None-Match', String(headers.etag)).expect(200);
  });

  it('lists, searches, filters, sorts and pages its pages, and nothing else', async () => {
    const { path, domain } = await sharedWebsite(test, { privacy: 0 });
    for (let n = 0; n < 12; n++)
      await storedReport(test, test.owner, `https://${domain}/more-${String(n)}`, n * 8);
    await storedReport(test, test.owner, 'https://elsewhere.example/more-1', 50);
    const urls = async (query: string) =>
      [...(await look(test, path + query).expect(200)).text.matchAll(/reports\/\d+"><bdi>(.*?)<\/bdi>/g)].map(
        ([, url]) => url?.replaceAll('<wbr>', '').replace(`https://${domain}`, ''),
      );
    expect(await urls('')).toEqual(Array.from({ length: 10 }, (_, n) => `/more-${String(11 - n)}`));
    expect(await urls('?page=2')).toEqual(['/more-1', '/more-0', '/page']);
    expect(await urls('?sort_by=id&page=2')).toEqual(['/more-1', '/more-0', '/page']);
    expect(await urls('?search=MORE-1&result=&sort_by=url&sort=asc')).toEqual([
      '/more-1',
      '/more-10',
      '/more-11',
    ]);
    expect(await urls('?result=good&sort_by=score')).toEqual(['/page', '/more-11', '/more-10']);
    expect(await urls('?search=elsewhere')).toEqual([]);
    const { text } = await look(test, `${path}?search=more&page=2`).expect(200);
    expect(text).toContain('Found 12 pages.');
    expect(text).toContain(
      '?search=more&amp;sort_by=generated_at&amp;sort=desc&amp;per_page=10&amp;page=1#pages',
    );
    await look(test, `${path}?sort=sideways`).expect(422);
    await look(test, `${path}?utm_source=mail`).expect(200);
  });

  it('shows no report of another website, and compares none but of one page', async () => {
    const one = await sharedWebsite(test, { privacy: 0 });
    const two = await sharedWebsite(test, { privacy: 0 });
    const unlike = await storedReport(test, test.owner, `https://${two.domain}/unlike`);
    const [of = 0] = one.reports;
    const [older = 0, newer = 0] = two.reports;
    for (const below of [
      `/reports/${String(of)}`,
      '/reports/0',
      '/reports/x',
      `/compare/${String(of)}/${String(newer)}`,
      `/compare/${String(older)}/${String(unlike)}`,
      `/compare/${String(older)}/${String(older)}`,
    ]) {
      await look(test, two.path + below).expect(404);
    }
    await look(test, `${two.path}/compare/${String(newer)}/${String(older)}`).expect(200);
  });

  it('shows the latest report of each page, and how its score has changed', async () => {
    const { path, domain, reports } = await sharedWebsite(test, { privacy: 0 });
    const newest = await storedReport(test, test.owner, `https://${domain}/page`, 33);
    await storedReport(test, test.owner, `https://${domain}/same`, 70);
    await storedReport(test, test.owner, `https://${domain}/same`, 70);
    await storedReport(test, test.owner, `https://${domain}/new`, 0);
    const rows = async () => {
      const { text } = await look(test, `${path}?sort_by=url&sort=asc`).expect(200);
      return [...text.matchAll(/<li>.*reports\/\d+".*<\/li>/g)].map(([row]) => row);
    };
    const [fresh, page, same, ...rest] = await rows();
    expect(rest).toEqual([]);
    expect(fresh).toContain('0 bad');
    expect(fresh).toContain('<span class="quiet"><time');
    expect(page).toContain(`href="${path}/reports/${String(newest)}"`);
    expect(page).toContain('33 bad');
    expect(page).toContain('−57 from 90');
    expect(same).toContain('unchanged');
    await test.owner.call('delete', `/api/v1/reports/${String(newest)}`).expect(200);
    const [, before] = await rows();
    expect(before).toContain(`href="${path}/reports/${String(reports[1])}"`);
    expect(before).toContain('+50 from 40');
  });

  it('says so as long as no page has been audited', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 0 });
    for (const id of reports) await test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);
    const { text } = await look(test, path).expect(200);
    expect(text).toContain('No page of this website has been audited yet.');
    expect(text).not.toContain('id="pages"');
  });

  it('keeps the score of each day', async () => {
    const { path, reports } = await sharedWebsite(test, { privacy: 0 });
    await test.database.query(
      `INSERT INTO website_days (account_id, website_id, day, completed_count, score_sum, pages_count, page_score_sum)
        SELECT account_id, website_id, '2026-01-02', 2, 120, 2, 101 FROM reports WHERE id = $1`,
      [reports[0]],
    );
    const { text } = await look(test, path).expect(200);
    expect(text).toContain('>2 Jan 2026<td>50.5<td>2');
    expect(text).toContain('<td>90.0<td>2');
    for (const id of reports) await test.owner.call('delete', `/api/v1/reports/${String(id)}`).expect(200);
    expect((await look(test, path).expect(200)).text).not.toContain('<td>90.0');
  });
});
