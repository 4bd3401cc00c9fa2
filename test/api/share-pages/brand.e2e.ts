import { asDataUrl, pngFile } from '../../../src/account/brand/png.fixture.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';
import { BROWSER, look, type SharedWebsite, sharedWebsite, unlock } from '../../support/shared-websites.js';
import { countStatements, statementsOf } from '../../support/statements.js';

let test: TestApp;
let website: SharedWebsite;

beforeAll(async () => {
  countStatements();
  test = await startApp();
  website = await sharedWebsite(test, { privacy: 0 });
});

afterAll(() => test.close());

const brand = (fields: object | null) =>
  test.owner.call('patch', '/api/v1/account').send({ brand: fields }).expect(200);
const page = async (path = website.path) => (await look(test, path).expect(200)).text;
const links = (markup: string) => [...markup.matchAll(/<a [^>]*href="([^"]+)"/g)].map(([, href]) => href);
const OURS = ['/', '/docs', '/docs/checks'];

const report = () => `${website.path}/reports/${String(website.reports[0])}`;
const comparison = () => `${website.path}/compare/${website.reports.join('/')}`;

describe('a share page of an account with a brand', () => {
  it.each([
    ['website', () => website.path],
    ['report', report],
    ['comparison', comparison],
  ])('%s shows it in place of ours', async (_name, path) => {
    const logo = asDataUrl(pngFile({ width: 40, height: 10 }));
    await brand({ name: 'Blue & Co', logo, accent_color: '#c2185b', contact: 'hello@agency.example' });
    const markup = await page(path());
    expect(markup).toMatch(
      /<header class="bar"><div><span class="brand"><img class="logo" src="\/logos\/[0-9a-f]{64}\.png" alt="Blue &amp; Co" width="40" height="10"><\/span><\/div><\/header>/,
    );
    expect(markup).toMatch(/<title itemprop="name">.+ – Blue &amp; Co<\/title>/);
    expect(markup).toContain(
      '<footer><p>Blue &amp; Co · <a href="mailto:hello@agency.example">hello@agency.example</a></p></footer>',
    );
    expect(markup).toContain('<link rel="stylesheet" href="/accents/c2185b.css">');
    expect(markup).not.toMatch(/Pagegrade|"\/icon\.svg/);
    expect(markup).toContain('<link rel="icon" href="/blank-icon.svg?');
  });

  it('has the name alone without a logo, and none of our links in header and footer', async () => {
    await brand(null);
    await brand({ name: 'Blue & Co' });
    const markup = await page();
    expect(markup).toContain('<span class="brand">Blue &amp; Co</span>');
    expect(markup).toContain('<footer><p>Blue &amp; Co</p></footer>');
    expect(links(markup)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^\/(docs.*)?$/)]));
  });

  it('keeps our name where the brand has none', async () => {
    await brand(null);
    await brand({ accent_color: '#c2185b', contact: 'Tower 5, floor 2' });
    const markup = await page();
    expect(links(markup)).toEqual(expect.arrayContaining(OURS));
    expect(markup).toContain('<footer><p>Tower 5, floor 2</p><p>Made by');
    expect(markup).toContain('/accents/c2185b.css');
  });

  it.each([
    [30, 30, true],
    [30, 24, true],
    [30, 23, false],
    [24, 30, true],
    [23, 30, false],
  ])('has a logo of %d × %d as its icon: %s', async (width, height, isIcon) => {
    await brand(null);
    await brand({ logo: asDataUrl(pngFile({ width, height })) });
    const markup = await page();
    expect(markup).toContain('alt="Logo"');
    expect(/<link rel="icon" href="\/logos\/[0-9a-f]{64}\.png" type="image\/png">/.test(markup)).toBe(isIcon);
    expect(markup).not.toContain('/icon.svg');
  });

  it.each([
    ['https://agency.example/a?b=1&c', '<a href="https://agency.example/a?b=1&amp;c" rel="noopener">'],
    ['HTTP://agency.example', '<a href="http://agency.example/" rel="noopener">'],
    ['javascript:alert(1)', '<p>javascript:alert(1)</p>'],
    ['https://', '<p>https://</p>'],
    ['a@b.example?bcc=c@d.example', '<p>a@b.example?bcc=c@d.example</p>'],
    ['"><script>alert(1)</script>', '<p>&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;</p>'],
  ])('shows the contact %s as %s', async (contact, shown) => {
    await brand({ contact });
    expect(await page()).toContain(shown);
  });

  it('takes one statement more than without', async () => {
    await brand(null);
    for (const path of [website.path, report(), comparison()]) {
      await brand({ name: 'Blue & Co', logo: asDataUrl(pngFile()) });
      const statements = await statementsOf(() => look(test, path).expect(200));
      expect(statements.filter((text) => text.includes('account_brands'))).toHaveLength(1);
      expect(statements.join()).not.toContain('"logo"');
    }
  });
});

describe('the form for a password', () => {
  /** Without the brand, and what differs between any two websites. */
  const plain = (markup: string) =>
    markup
      .replace(/ – .+(?=<\/title>)/, '')
      .replaceAll(/<link rel="(icon|stylesheet)".+>\n/g, '')
      .replace(/<header .+?<\/header>/s, '')
      .replace(/<footer>.+?<\/footer>\n?/s, '')
      .replaceAll(/\/s\/[0-9a-f]{32}/g, '/s/');
  const locked = () => sharedWebsite(test, { privacy: 2, password: 'sesame' });

  it('shows the brand, also when it is shown again, and differs in nothing else', async () => {
    const { path } = await locked();
    await brand(null);
    const before = await look(test, path).expect(403);
    await brand({ name: 'Blue & Co', logo: asDataUrl(pngFile()), accent_color: '#c2185b' });
    const after = await look(test, path).expect(403);
    expect(plain(after.text)).toBe(plain(before.text));
    expect(Object.keys(after.headers)).toEqual(Object.keys(before.headers));
    const again = ['wrong', ''].map(async (password) => (await unlock(test.url + path, password)).text());
    for (const markup of [after.text, ...(await Promise.all(again))]) {
      expect(markup).toContain('alt="Blue &amp; Co"');
      expect(markup).not.toContain('Pagegrade');
    }
  });

  it('is not shown where there is no website for a visitor, who learns of no brand', async () => {
    const { path, api } = await locked();
    await test.owner.call('patch', api).send({ privacy: 1 }).expect(200);
    const missing = `/s/${'a'.repeat(32)}`;
    const visits = [
      (address: string) => fetch(address, { headers: { accept: BROWSER } }),
      (address: string) => unlock(address, ''),
    ];
    for (const visit of visits) {
      const [hidden, absent] = await Promise.all([path, missing].map((one) => visit(test.url + one)));
      expect([hidden?.status, absent?.status]).toEqual([404, 404]);
      expect(await hidden?.text()).toBe(await absent?.text());
    }
  });
});

describe('a brand', () => {
  it('does not show on pages of other accounts, nor on ours', async () => {
    await brand({ name: 'Blue & Co', logo: asDataUrl(pngFile()), accent_color: '#c2185b' });
    const id = await storedReport(test, test.stranger, 'https://stranger.example/');
    const { body } = await test.stranger.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    await test.stranger
      .call('patch', `/api/v1/websites/${String(body.data.website_id)}`)
      .send({ privacy: 0 })
      .expect(200);
    for (const path of [new URL(body.data.share_url).pathname, '/', '/docs/checks']) {
      const markup = await page(path);
      expect(markup).toContain('Pagegrade</a>');
      expect(markup).not.toMatch(/Blue|logos|accents/);
    }
  });
});

describe('GET /accents/{color}.css', () => {
  it('is cached for ever, and found for colors alone', async () => {
    const response = await fetch(`${test.url}/accents/c2185b.css`);
    expect(response.headers.get('content-type')).toBe('text/css; charset=utf-8');
    expect(response.headers.get('cache-control')).toContain('immutable');
    expect(await response.text()).toMatch(/--link: light-dark\(#\w{6}, #\w{6}\)/);
    for (const file of ['c2185b', 'C2185B.css', 'c2185.css', '}body{}.css'])
      await test.call('get', `/accents/${file}`).expect(404);
  });
});
