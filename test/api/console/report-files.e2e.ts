import { startApp, type TestApp } from '../../support/app.js';
import { browserSettings } from '../../support/browser.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { eventually } from '../../support/eventually.js';
import { storedReport } from '../../support/reports.js';
import { type SharedWebsite, sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;
let session: ConsoleSession;
let website: SharedWebsite;
let path: string;

beforeAll(async () => {
  test = await startApp(await browserSettings());
  session = await signedIn(test.url, test.owner.key);
  website = await sharedWebsite(test, { privacy: 1 });
  path = `/console/reports/${String(website.reports[0])}`;
  await test.owner
    .call('patch', '/api/v1/account')
    .send({ brand: { name: 'Blue Agency' } })
    .expect(200);
});
afterAll(() => test.close());

describe('the report of a private website', () => {
  it('leads to its files once it is done', async () => {
    const page = await (await session.get(path)).text();
    expect(page).toContain(`<a rel="nofollow" href="${path}/report.pdf">PDF</a>`);
    expect(page).toContain(`<a rel="nofollow" href="${path}/report.html">HTML file</a>`);
    const queued = await storedReport(test, test.owner, 'https://queued.example/');
    await test.database.query(
      `UPDATE reports SET status = 'queued', score = NULL, result = NULL, generated_at = NULL WHERE id = $1`,
      [queued],
    );
    expect(await (await session.get(`/console/reports/${String(queued)}`)).text()).not.toContain(
      'report.pdf',
    );
  });

  it('is an HTML file with the brand, in which nothing runs and which nothing keeps', async () => {
    const file = await session.get(`${path}/report.html`);
    expect(file.status).toBe(200);
    expect(Object.fromEntries(file.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${website.domain}-report-${String(website.reports[0])}.html"`,
      'content-security-policy': expect.stringContaining('sandbox'),
      'cache-control': 'no-store',
    });
    expect(await file.text()).toContain('Blue Agency');
  });

  it('has no links to share pages in its file, which would show nothing', async () => {
    const file = async () => (await session.get(`${path}/report.html`)).text();
    expect(await file()).not.toContain('/s/');
    await test.owner.call('patch', website.api).send({ privacy: 0 }).expect(200);
    expect(await file()).toMatch(/Link to this report: <a href="[^"]+\/s\/[^"]+\/reports\/\d+">/);
    await test.owner.call('patch', website.api).send({ privacy: 1 }).expect(200);
  });

  it('is a PDF, until which a page reloads', async () => {
    const waiting = await session.get(`${path}/report.pdf`);
    expect(waiting.status).toBe(202);
    expect(waiting.headers.get('refresh')).toBe('2');
    expect(await waiting.text()).toContain('Blue Agency');
    const made = await eventually(async () => {
      const response = await session.get(`${path}/report.pdf`);
      return response.status === 202 ? null : response;
    });
    expect(made.status).toBe(200);
    expect(Object.fromEntries(made.headers)).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `inline; filename="${website.domain}-report-${String(website.reports[0])}.pdf"`,
      'cache-control': 'no-store',
    });
    expect(await made.text()).toMatch(/^%PDF-/);
  });
});
