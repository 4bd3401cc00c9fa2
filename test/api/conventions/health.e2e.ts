import { startApp, type TestApp } from '../../support/app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startApp();
});

afterAll(() => test.close());

describe('health', () => {
  it('is told to anyone', async () => {
    await test.call('get', '/health/live').expect(200, { status: 'ok', reasons: [] });
    await test.call('get', '/health/ready').expect(200, { status: 'ok', reasons: [] });
  });
});
