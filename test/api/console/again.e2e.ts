import { decodeHTML } from 'entities';
import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, signedIn } from '../../support/console.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;
let session: ConsoleSession;

beforeAll(async () => {
  // Nothing but the tests completes reports and crawls.
  test = await startApp({ ROLE: 'api' });
  session = await signedIn(test.url, test.owner.key);
});
afterAll(() => test.close());

/** Sends the form of a button of a screen, with what its page holds. */
async function press(path: string, words: string): Promise<string> {
  const page = await (await session.get(path)).text();
  const [form = ''] = page.split('<form').filter((part) => part.includes(`>${words}</button>`));
  const [, action = ''] = /action="([^"]+)"/.exec(form) ?? [];
  const fields = [...form.matchAll(/name="([^"]+)" value="([^"]*)"/g)];
  const body = new URLSearchParams(
    fields.map(([, name = '', value = '']): [string, string] => [name, decodeHTML(value)]),
  );
  const response = await fetch(test.url + action, {
    ...{ method: 'POST', redirect: 'manual', body },
    headers: { cookie: session.cookie, accept: 'text/html' },
  });
  await response.text();
  expect(response.status).toBe(303);
  return response.headers.get('location') ?? '';
}

describe('“Audit again”', () => {
  const pendingAt = async (path: string) => {
    const [row] = await test.database.query(
      'SELECT render, device, runs FROM pending_audits WHERE report_id = $1',
      [path.split('/').at(-1)],
    );
    return row;
  };

  it('audits a page in the same way', async () => {
    const id = await storedReport(test, test.owner, 'https://again.example/');
    const details = `UPDATE report_details SET render = 'auto', device = 'desktop', runs = 3 WHERE report_id = $1`;
    await test.database.query(details, [id]);
    const path = await press(`/console/reports/${String(id)}`, 'Audit again');
    expect(await pendingAt(path)).toMatchObject({ render: 'auto', device: 'desktop', runs: 3 });
  });
});

it('the form that is shown after a refusal audits a page in the same way', async () => {
  const fields = { url: 'http://10.0.0.1/', render: 'never', device: 'desktop', runs: '3' };
  const refused = await session.post('/console/reports', fields);
  expect(refused.status).toBe(422);
  const page = await refused.text();
  for (const [name, value] of [
    ['render', 'never'],
    ['device', 'desktop'],
    ['runs', '3'],
  ])
    expect(page).toContain(`<input type="hidden" name="${name}" value="${value}">`);
  expect(page).not.toContain('Audit the whole website');
  const wrong = await session.post('/console/reports', { ...fields, device: 'watch' });
  expect(await wrong.text()).not.toContain('name="device"');
  const unrendered = await session.post('/console/reports', {
    ...{ url: 'https://again.example/', render: 'always', device: 'desktop' },
  });
  expect(unrendered.status).toBe(422);
  const form = await unrendered.text();
  expect(form).toContain('name="device"');
  expect(form).not.toContain('name="render"');
});

describe('a button of a page', () => {
  it('does once what it does, as often as its form is sent', async () => {
    const id = await storedReport(test, test.owner, 'https://twice.example/');
    const page = await (await session.get(`/console/reports/${String(id)}`)).text();
    const once = () => /name="once" value="([^"]+)"/.exec(page)?.[1] ?? '';
    const fields = { url: 'https://twice.example/', once: once() };
    const [first, second] = [
      await session.post('/console/reports', fields),
      await session.post('/console/reports', fields),
    ];
    expect([first.status, second.status]).toEqual([303, 303]);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    const other = await session.post('/console/reports', { ...fields, once: `${once()}.` });
    expect(other.headers.get('location')).not.toBe(first.headers.get('location'));
  });
});

describe('“Crawl again”', () => {
  it('crawls a website in the same way', async () => {
    const settings = {
      ...{ url: 'https://again.example/', max_pages: 7, max_depth: 3, delay_ms: 500, render: 'never' },
      ...{ sources: ['links'], include: ['/a/*', '/b?c="d"&e'], exclude: ['/a/x'] },
    };
    const { body } = await test.owner.call('post', '/api/v1/crawls').send(settings).expect(202);
    const id = String(body.data.id);
    await test.owner.call('post', `/api/v1/crawls/${id}/cancel`).expect(200);
    const path = await press(`/console/crawls/${id}`, 'Crawl again');
    const { body: again } = await test.owner.call('get', path.replace('/console', '/api/v1')).expect(200);
    expect(again.data).toMatchObject(settings);
    expect(again.data.id).not.toBe(body.data.id);
  });
});
