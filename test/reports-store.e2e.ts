import { startApp, type TestApp } from './support/app.js';
import { ORDINARY_PAGE, type StrangerSite, strangerSite } from './support/website.js';

let site: StrangerSite;
let test: TestApp;

beforeAll(async () => {
  site = await strangerSite();
  test = await startApp({ ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  await site.close();
});

describe('POST /api/v1/reports', () => {
  it('audits the page and answers with the report', async () => {
    const url = `${site.origin}/shoes`;
    const response = await test.owner.call('post', '/api/v1/reports').type('form').send({ url }).expect(201);
    const { data } = response.body;
    expect(data).toMatchObject({ url, status: 'completed', error: null, final_url: url, previous: null });
    expect(data.checks).toHaveLength(20);
    expect(data.facts).toMatchObject({
      http_status: 200,
      sizes: { decoded_bytes: Buffer.byteLength(ORDINARY_PAGE) },
    });
    expect(response.headers.location).toBe(`${test.url}/api/v1/reports/${String(data.id)}`);
    const shown = await test.owner.call('get', `/api/v1/reports/${String(data.id)}`).expect(200);
    expect(shown.body).toEqual(response.body);
    expect(shown.headers.etag).toBe(response.headers.etag);
  });
});
