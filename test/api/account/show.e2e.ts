import { SCOPES } from '../../../src/auth/scopes.js';
import { startApp, type TestApp } from '../../support/app.js';
import { storedReport } from '../../support/reports.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('GET /api/v1/account', () => {
  it('shows the account, its numbers and the key in use, but not the key itself', async () => {
    await storedReport(test, test.owner, 'https://example.com/');
    const response = await test.owner.call('get', '/api/v1/account').expect(200);
    expect(response.body.data).toMatchObject({
      id: test.owner.id,
      name: 'Owner',
      websites_count: 1,
      reports_count: 1,
      key: {
        name: 'Test',
        scopes: SCOPES,
        expires_at: null,
      },
    });
    expect(response.text).not.toContain(test.owner.key);
    const stranger = await test.stranger.call('get', '/api/v1/account').expect(200);
    expect(stranger.body.data).toMatchObject({ name: 'Stranger', websites_count: 0, reports_count: 0 });
  });
});
