import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { CRAWLS } from '../../support/crawls.js';

let test: TestApp;
let session: ConsoleSession;

const URL = 'https://settings.example/';
const TYPED = {
  ...{ url: URL, max_pages: '700', max_depth: '3', delay_ms: '500', render: 'never' },
  ...{ 'sources[]': 'links', include: '/shop/*\r\n\r\n /news/* \r\n', exclude: '/shop/cart*' },
};
const STORED = {
  ...{ url: URL, max_pages: 700, max_depth: 3, delay_ms: 500, render: 'never' },
  ...{ sources: ['links'], include: ['/shop/*', '/news/*'], exclude: ['/shop/cart*'] },
};

beforeAll(async () => {
  // Nothing crawls.
  test = await startApp({ ROLE: 'api' });
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

const start = (fields: Record<string, string>) => session.post('/console/crawls', { ...TYPED, ...fields });

async function fieldsAt(path: string): Promise<string> {
  const response = await session.get(path);
  expect(response.status).toBe(200);
  return response.text();
}

describe('the form of a crawl', () => {
  it('begins with the defaults of the API', async () => {
    const page = await fieldsAt('/console/crawls/new');
    for (const field of [
      'name="max_pages" type="number" value="100"',
      'name="delay_ms" type="number" value="250"',
    ])
      expect(page).toContain(field);
    for (const source of ['sitemap', 'links']) expect(page).toMatch(new RegExp(`value="${source}" checked`));
    expect(page).toContain('<option value="" selected>As this service is set');
  });

  it('starts a crawl with settings, which its screen shows and the next form begins with', async () => {
    const response = await start({});
    expect(response.status).toBe(303);
    const path = response.headers.get('location') ?? '';
    const { body } = await test.owner.call('get', path.replace('/console/crawls', CRAWLS)).expect(200);
    expect(body.data).toMatchObject(STORED);
    const screen = await fieldsAt(path);
    for (const text of [
      '700 pages, 3 clicks from the start',
      'The links of its pages',
      '/shop/cart*',
      '500 ms at least',
    ])
      expect(screen).toContain(text);
    const form = await fieldsAt(`${path}/again`);
    expect(form).toContain(`value="${URL}"`);
    expect(form).toContain('/shop/*\n/news/*</textarea>');
    expect(form).toMatch(/value="sitemap"><label/);
    expect(form).toContain('<option value="never" selected>');
  });

  it.each<[string, Record<string, string>, string]>([
    ['max_pages', { max_pages: '0' }, '&quot;Maximum number of pages&quot; must be'],
    ['include', { include: 'shop' }, '&quot;Only these addresses&quot; must be a list of patterns'],
    ['url', { url: 'http://10.0.0.1/' }, 'ALLOWED_TARGETS'],
  ])('keeps what was typed if %s is refused', async (name, fields, sentence) => {
    const response = await start(fields);
    expect(response.status).toBe(422);
    const page = await response.text();
    expect(new RegExp(`id="${name}-fault">([^<]*)`).exec(page)?.[1]).toContain(sentence);
    expect(page).toContain(fields[name]);
    for (const typed of ['/shop/cart*', 'value="500"']) expect(page).toContain(typed);
  });

  it('repeats a crawl with as many patterns as the API takes', async () => {
    const include = Array.from({ length: 50 }, (_, at) => `/${'漢'.repeat(300)}/${String(at)}/*`);
    const sent = { url: URL, include };
    const { body } = await test.owner.call('post', CRAWLS).send(sent).expect(202);
    const form = await fieldsAt(`/console/crawls/${String(body.data.id)}/again`);
    expect(form).toContain(include[49]);
    const response = await start({ include: include.join('\r\n') });
    expect(response.status).toBe(303);
  });

  it('keeps the patterns of a crawl that can’t be repeated', async () => {
    const patterns = { 'include[]': '/shop/*', 'exclude[]': '/shop/cart*' };
    const fields = { url: 'http://10.0.0.1/', max_pages: '7', max_depth: '3', 'sources[]': 'links' };
    const response = await session.post('/console/crawls', { ...fields, ...patterns });
    expect(response.status).toBe(422);
    const page = await response.text();
    for (const pattern of Object.values(patterns)) expect(page).toContain(`\n${pattern}</textarea>`);
  });

  it('wants to know where addresses come from', async () => {
    const { url, max_pages, max_depth } = TYPED;
    const response = await session.post('/console/crawls', { url, max_pages, max_depth });
    expect(response.status).toBe(422);
    expect(await response.text()).toContain('id="sources-fault"');
  });

  it('is for keys that may crawl', async () => {
    const { key } = await test.keyFor(test.owner, { scopes: ['crawls:read'] });
    const reader = await signedIn(test.url, key);
    expect((await reader.get('/console/crawls/new')).status).toBe(403);
    for (const list of ['/console/crawls', '/console/crawls?website_id=999999'])
      expect(await (await reader.get(list)).text()).not.toContain('/console/crawls/new');
  });
});
