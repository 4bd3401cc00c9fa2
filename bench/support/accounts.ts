import { type Pool } from 'pg';
import { hashOf } from '../../src/auth/secret.js';

/** Makes an account with one key, which may do everything.
 *  @returns the key */
export async function newAccount(pool: Pool, name: string): Promise<string> {
  const key = `bench-key-of-${name.replaceAll(/[ ,]/g, '-')}`;
  const { rows } = await pool.query<{ id: string }>('INSERT INTO accounts (name) VALUES ($1) RETURNING id', [
    name,
  ]);
  await pool.query('INSERT INTO account_totals (account_id) VALUES ($1)', [rows[0]?.id]);
  await pool.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes)
      SELECT $1, 'Benchmark', $2, '', '', ARRAY['reports:read', 'reports:write', 'websites:read', 'websites:write']`,
    [rows[0]?.id, hashOf(key)],
  );
  return key;
}
