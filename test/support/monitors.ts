import { INITIAL_STATE } from '../../src/monitors/judgment/monitor-state.js';
import { urlHash } from '../../src/monitors/url-hash.js';
import { type Account } from './app.js';
import { type TestDatabase } from './database.js';

export const MONITORS = '/api/v1/monitors';
export const MONITORED_URL = 'https://example.com/';

/** A schedule that is not due while a test runs. */
export const LEAP_DAYS = '0 0 29 2 *';

export async function createdMonitor(by: Account, fields: object = {}) {
  const body = { url: MONITORED_URL, schedule: '@daily', ...fields };
  return (await by.call('post', MONITORS).send(body).expect(201)).body.data;
}

/** Adds monitors straight to the database.
 *  @param dueIn an interval of PostgreSQL, from now */
export async function addMonitors(
  database: TestDatabase,
  accountId: number,
  {
    urls,
    dueIn = '0 seconds',
    schedule = LEAP_DAYS,
  }: { readonly urls: readonly string[]; readonly dueIn?: string; readonly schedule?: string },
): Promise<void> {
  await database.query(
    `INSERT INTO monitors (account_id, url, url_hash, schedule, timezone, render, device, budgets, confirm, enabled,
        state, next_run_at)
      SELECT $1, u.url, u.hash, $6, 'UTC', 'never', 'mobile', '[]', true, true, $4, now() + $5::interval
        FROM unnest($2::text[], $3::bytea[]) AS u (url, hash)`,
    [accountId, urls, urls.map(urlHash), INITIAL_STATE, dueIn, schedule],
  );
}
