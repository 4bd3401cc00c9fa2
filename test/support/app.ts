import { type NestExpressApplication } from '@nestjs/platform-express';
import { type AddressInfo } from 'node:net';
import request from 'supertest';
import { createApp } from '../../src/app.setup.js';
import { hashOf, newSecret } from '../../src/auth/secret.js';
import { type Scope, SCOPES } from '../../src/auth/scopes.js';
import { readConfig } from '../../src/platform/config/config.js';
import { Database } from '../../src/platform/database/database.js';
import { type RequestTimeLimits } from '../../src/platform/http/server/slow-requests.js';
import { freshDatabase, type TestDatabase } from './database.js';
import { holdAgainstDocument } from './openapi.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options';

/** Calls the API with one account's key. */
export interface Account {
  readonly id: number;
  readonly key: string;
  call(method: Method, path: string): request.Test;
}

export interface TestApp {
  readonly app: NestExpressApplication;
  readonly database: TestDatabase;
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  /** The account that most tests are about. */
  readonly owner: Account;
  /** Another account, to whom nothing of the owner's may show. */
  readonly stranger: Account;
  /** Calls without a key. */
  call(method: Method, path: string): request.Test;
  /** A further key of an account. */
  keyFor(
    account: Account,
    options?: { scopes?: readonly Scope[]; expired?: boolean; revoked?: boolean },
  ): Promise<Account>;
  close(): Promise<void>;
}

/** One instance of the application on a database, listening on a free port. */
export interface Instance {
  readonly app: NestExpressApplication;
  /** `http://127.0.0.1:port`. */
  readonly url: string;
  close(): Promise<void>;
}

export async function startInstance(
  databaseUrl: string,
  settings: Record<string, string> = {},
  limits?: RequestTimeLimits,
): Promise<Instance> {
  const config = readConfig({
    LOG_LEVEL: 'silent',
    HOST: '127.0.0.1',
    PORT: '0',
    RATE_LIMIT: '1000000',
    CREATE_LIMIT: '0',
    METRICS_PORT: '0',
    BROWSER: 'off',
    DATABASE_URL: databaseUrl,
    ...settings,
  });
  const app = await createApp(config, limits);
  await app.listen(0, '127.0.0.1');
  const url = `http://127.0.0.1:${String((app.getHttpServer().address() as AddressInfo).port)}`;
  return { app, url, close: () => app.close() };
}

/** The application on a database of its own. Every answer is held against the OpenAPI document.
 *  @param database a fresh one, to which the settings may know another way */
export async function startApp(
  settings: Record<string, string> = {},
  database?: TestDatabase,
): Promise<TestApp> {
  database ??= await freshDatabase();
  const instance = await startInstance(database.url, settings);
  const { app, url } = instance;
  await app.get(Database).connect();
  const call = (method: Method, path: string) => holdAgainstDocument(app, request(url)[method](path));
  const accountWith = (id: number, key: string): Account => ({
    id,
    key,
    call: (method, path) => call(method, path).set('Authorization', `Bearer ${key}`),
  });
  const newAccount = async (name: string) => {
    const [{ id }] = (await database.query<{ id: number }>(
      'INSERT INTO accounts (name) VALUES ($1) RETURNING id',
      [name],
    )) as [{ id: number }];
    return accountWith(id, await insertKey(database, id, {}));
  };
  return {
    app,
    database,
    url,
    call,
    owner: await newAccount('Owner'),
    stranger: await newAccount('Stranger'),
    keyFor: async (account, options = {}) =>
      accountWith(account.id, await insertKey(database, account.id, options)),
    close: async () => {
      await instance.close();
      await database.drop();
    },
  };
}

/** A key of an account, straight into the database. */
export async function insertKey(
  database: TestDatabase,
  accountId: number,
  {
    scopes = SCOPES,
    expired = false,
    revoked = false,
  }: { scopes?: readonly Scope[]; expired?: boolean; revoked?: boolean },
): Promise<string> {
  const key = newSecret();
  await database.query(
    `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes, expires_at, revoked_at)
      VALUES ($1, 'Test', $2, '', '', $3, $4, $5)`,
    [
      accountId,
      hashOf(key),
      scopes,
      expired ? new Date(Date.now() - 1000) : null,
      revoked ? new Date() : null,
    ],
  );
  return key;
}
