import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;
let reportId: number;
let websiteId: number;

beforeAll(async () => {
  test = await startApp();
  reportId = await storedReport(test, test.owner, 'https://secret.example/');
  const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
  websiteId = body.data[0].id;
});

afterAll(() => test.close());

const NEVER = 987_654_321;

describe("another account's records", () => {
  it.each([
    ['get', 'reports', ''],
    ['head', 'reports', ''],
    ['delete', 'reports', ''],
    ['get', 'websites', ''],
    ['head', 'websites', ''],
    ['put', 'websites', 'privacy=0'],
    ['patch', 'websites', 'privacy=2&password=x'],
    ['patch', 'websites', 'privacy=7'],
    ['patch', 'websites', ''],
    ['delete', 'websites', ''],
  ] as const)('are answered by %s /%s/{id} like ids that never were (%s)', async (method, resource, body) => {
    const own = resource === 'reports' ? reportId : websiteId;
    const answers = [];
    for (const id of [own, NEVER]) {
      const call = test.stranger
        .call(method, `/api/v1/${resource}/${id}`)
        .set('X-Request-Id', 'same')
        .set('If-Match', '"x"');
      const response = await (body === '' ? call : call.type('form').send(body));
      answers.push({
        status: response.status,
        headers: Object.entries(response.headers).filter(
          ([name]) => !/^(date|content-length|.*ratelimit.*)$/.test(name),
        ),
        text: (response.text as string | undefined)?.replaceAll(`/${id}"`, '/ID"'),
      });
    }
    expect(answers[0]).toEqual(answers[1]);
    expect([404, 422]).toContain(answers[0]?.status);
  });

  it('appear in no list, search or number', async () => {
    for (const path of [
      '/api/v1/reports',
      '/api/v1/reports?search=secret',
      `/api/v1/reports?website_id=${websiteId}`,
      '/api/v1/reports?result=decent',
      '/api/v1/websites',
      '/api/v1/websites?search=secret',
    ]) {
      const { body } = await test.stranger.call('get', path).expect(200);
      expect(body).toMatchObject({ data: [], meta: { total: 0 } });
    }
  });

  it('are untouched by all of that', async () => {
    await test.owner.call('get', `/api/v1/reports/${reportId}`).expect(200);
    const { body } = await test.owner.call('get', `/api/v1/websites/${websiteId}`).expect(200);
    expect(body.data).toMatchObject({ reports_count: 1, privacy: 1, password_set: false });
  });

  it('do not share websites, even of the same domain', async () => {
    await storedReport(test, test.stranger, 'https://secret.example/', 90);
    const { body } = await test.stranger.call('get', '/api/v1/websites').expect(200);
    expect(body.data).toMatchObject([{ domain: 'secret.example', reports_count: 1, reports_avg_score: 90 }]);
    expect(body.data[0].id).not.toBe(websiteId);
    const { body: mine } = await test.owner.call('get', `/api/v1/websites/${websiteId}`).expect(200);
    expect(mine.data).toMatchObject({ reports_count: 1, reports_avg_score: 60 });
  });

  it('do not appear as the previous report', async () => {
    const id = await storedReport(test, test.stranger, 'https://secret.example/', 70);
    const { body } = await test.stranger.call('get', `/api/v1/reports/${id}`).expect(200);
    expect(body.data.previous.score).toBe(90);
  });
});
