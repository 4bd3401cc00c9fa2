import { readConfig } from '../../../src/platform/config/config.js';
import { directPool } from '../../../src/platform/database/direct-pool.js';
import { freshDatabase } from '../../support/database.js';

it('a connection of the queue is released once, however often that is called', async () => {
  const database = await freshDatabase();
  const { pool, end } = directPool(readConfig({ DATABASE_URL: database.url }), 1);
  const connected = new Promise<void>((resolve, reject) => {
    pool.connect((error, _client, done) => {
      if (error) {
        reject(error);
        return;
      }
      done();
      done();
      resolve();
    });
  });
  await expect(connected).resolves.toBeUndefined();
  expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await end(1000);
  await database.drop();
});
