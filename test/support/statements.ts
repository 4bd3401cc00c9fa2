import { type Type } from '@nestjs/common';
import { runOnce } from 'graphile-worker';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type JobHandler, optionsOf } from '../../src/platform/queue/job.js';
import { type TestApp } from './app.js';

/** `application_name` of the connections that serve requests, and of those that run jobs here. */
const [SERVICE, QUEUE] = ['pagegrade', 'pagegrade queue'];

/** Begins and ends of transactions, and what a connection is set up with. */
const CONTROL = /^(START TRANSACTION|BEGIN|COMMIT|ROLLBACK|SHOW|SET) ?/i;

/** Each key is read, and its use stored, once for many requests. */
const AUTHENTICATION =
  /^(SELECT "key"\."id" AS "key_id".* WHERE .*"key"\."hash" = |UPDATE "api_keys" SET "last_used_at"|INSERT INTO account_windows)/;

interface Statement {
  readonly application: string | undefined;
  readonly text: string;
  /** Whether it returned no rows. */
  isInVain?: boolean;
}

const sent: Statement[] = [];

/** A client of the driver, with what its types leave out. */
interface Client {
  readonly connectionParameters: { readonly application_name?: string };
}

type Query = (this: Client, ...parameters: [string | { text: string }, ...unknown[]]) => unknown;

/** Counts the statements of all connections of this process from now on. */
export function countStatements(): void {
  const original = Reflect.get(pg.Client.prototype, 'query') as Query;
  const query: Query = function (...parameters) {
    const [first] = parameters;
    const statement: Statement = {
      application: this.connectionParameters.application_name,
      text: (typeof first === 'string' ? first : first.text).replace(/\s+/g, ' ').trim(),
    };
    sent.push(statement);
    const result = original.apply(this, parameters);
    if (result instanceof Promise)
      result.then(
        ({ rows }: Partial<pg.QueryResult>) => (statement.isInVain = rows?.length === 0),
        () => undefined,
      );
    return result;
  };
  Object.assign(pg.Client.prototype, { query });
}

/** The statements of an operation, without those of authentication and the control of transactions. */
export async function statementsOf(operation: () => PromiseLike<unknown>): Promise<string[]> {
  sent.length = 0;
  await operation();
  await sleep(50);
  return sent.filter(isCounted).map(({ text }) => text);
}

function isCounted({ application, text, isInVain = false }: Statement): boolean {
  if (application === SERVICE) return !CONTROL.test(text) && !AUTHENTICATION.test(text);
  // The other statements of a worker prepare it, or look for jobs when there are none.
  const takesJob = text.startsWith('with j as ( select') && !isInVain;
  const completesJob = text.includes('delete from "graphile_worker"._private_jobs');
  return application === QUEUE && (takesJob || completesJob);
}

/** Runs the queued jobs of one kind that are due, as a worker does. */
export async function runJobs(test: TestApp, kind: Type<JobHandler<never>>): Promise<void> {
  const { signal } = new AbortController();
  const handler = test.app.get<JobHandler>(kind);
  const pool = new pg.Pool({ connectionString: test.database.url, application_name: QUEUE, max: 2 });
  let jobs = 0;
  await runOnce({
    pgPool: pool,
    noHandleSignals: true,
    concurrency: 1,
    taskList: {
      [optionsOf(kind).name]: async (payload, { job }) => {
        jobs++;
        const workerId = String(job.locked_by);
        await handler.run(payload, { jobId: Number(job.id), workerId, stopping: signal, signal });
      },
    },
  });
  await pool.end();
  expect(jobs).toBe(1);
}
