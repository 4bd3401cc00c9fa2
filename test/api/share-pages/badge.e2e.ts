import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { sharedWebsite } from '../../support/shared-websites.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('a badge', () => {
  it('shows the score of the website, or the latest one of a page of it', async () => {
    const { path, domain } = await sharedWebsite(test, { privacy: 0 });
    await storedReport(test, test.owner, `https://${domain}/other`, 10);
    await storedReport(test, test.owner, `https://${domain}/other`, 55);
    const text = async (query: string) =>
      (await test.call('get', `${path}/badge.svg${query}`).expect(200)).body.toString() as string;
    expect(await text('')).toContain('aria-label="pagegrade: 72 decent"');
    expect(await text(`?url=https://${domain}/page`)).toContain('aria-label="pagegrade: 90 good"');
    expect(await text(`?url=https://${domain}/other`)).toContain('aria-label="pagegrade: 55 decent"');
    expect(await text(`?url=https://${domain}/never`)).toContain('aria-label="pagegrade: not graded"');
  });

  it('knows the home page with and without its path', async () => {
    const { path, domain } = await sharedWebsite(test, { privacy: 0 });
    await storedReport(test, test.owner, `https://${domain}/`, 50);
    await storedReport(test, test.owner, `https://${domain}`, 91);
    for (const url of [`https://${domain}/`, `https://${domain}`]) {
      const { body } = await test.call('get', `${path}/badge.svg?url=${url}`).expect(200);
      expect(body.toString()).toContain('aria-label="pagegrade: 91 good"');
    }
  });

  it('may be cached and shown anywhere', async () => {
    const { path } = await sharedWebsite(test, { privacy: 0 });
    const { headers } = await test.call('get', `${path}/badge.svg`).expect(200);
    expect(headers).toMatchObject({
      'content-type': 'image/svg+xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });
});
