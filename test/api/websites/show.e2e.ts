import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/websites/{id}', () => {
  it('shows the website as the list does', async () => {
    await storedReport(test, test.owner, 'https://a.example/1', 90);
    await storedReport(test, test.owner, 'https://a.example/2', 81);
    const [website] = (await test.owner.call('get', '/api/v1/websites').expect(200)).body.data;
    expect(website).toMatchObject({ domain: 'a.example', reports_count: 2, reports_avg_score: 85.5 });
    const { body } = await test.owner.call('get', `/api/v1/websites/${website.id}`).expect(200);
    expect(body).toEqual({ data: website });
  });

  it('answers 404 for a website that does not exist', async () => {
    const { body } = await test.owner.call('get', '/api/v1/websites/999999999').expect(404);
    expect(body.code).toBe('not_found');
  });
});
