import { Database } from '../../../src/platform/database/database.js';
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

  it('says nothing of requests that wait for a connection: they would wait elsewhere, too', async () => {
    const busy = await startApp({ ROLE: 'api', DATABASE_POOL_SIZE: '2' });
    try {
      const database = busy.app.get(Database);
      const sleeps = [1, 2, 3].map(() => database.query('SELECT pg_sleep(2)'));
      await busy.call('get', '/health/ready').expect(200);
      expect(database.connections).toMatchObject({ total: 2, idle: 0, waiting: 1 });
      await Promise.all(sleeps);
    } finally {
      await busy.close();
    }
  });
});
