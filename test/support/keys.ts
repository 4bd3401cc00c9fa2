import { setTimeout as sleep } from 'node:timers/promises';
import { type Scope } from '../../src/auth/scopes.js';
import { hashOf } from '../../src/auth/secret.js';
import { type Account, type TestApp } from './app.js';

export const KEYS = '/api/v1/keys';

/** A key as `POST /api/v1/keys` responds with it. */
export async function createdKey(by: Account, fields: object = { name: 'ci' }) {
  return (await by.call('post', KEYS).send(fields).expect(201)).body.data;
}

/** The status of a request with a key's secret. */
export async function statusWith(test: TestApp, secret: string): Promise<number> {
  return (await test.call('get', '/api/v1/account').set('Authorization', `Bearer ${secret}`)).status;
}

/** Waits up to 5 s: each replica trusts a key for a second. */
export async function statusBecomes(test: TestApp, secret: string, status: number): Promise<void> {
  const endsAt = performance.now() + 5000;
  while ((await statusWith(test, secret)) !== status && performance.now() < endsAt) await sleep(100);
  expect(await statusWith(test, secret)).toBe(status);
}

/** The keys of a new account: one per list of scopes. */
export async function keysOfNewAccount(test: TestApp, ...scopes: (readonly Scope[])[]): Promise<Account[]> {
  const [row] = await test.database.query<{ id: number }>(
    `INSERT INTO accounts (name) VALUES ('Other') RETURNING id`,
  );
  const account = { ...test.owner, id: Number(row?.id) };
  return Promise.all(scopes.map((own) => test.keyFor(account, { scopes: own })));
}

export async function keyIdOf(test: TestApp, secret: string): Promise<string> {
  const rows = await test.database.query<{ id: number }>('SELECT id::int FROM api_keys WHERE hash = $1', [
    hashOf(secret),
  ]);
  return String(rows[0]?.id);
}
