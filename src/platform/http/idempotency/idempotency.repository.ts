import { Injectable } from '@nestjs/common';
import { createHash } from 'node:crypto';
import { Database, type Transaction } from '../../database/database.js';
import { DEAD_AMONG } from '../../database/database-session.js';
import { RequestInProgress, ValidationFailed } from '../../errors/http-errors.js';
import { type Warning } from '../input/warnings.js';
import { type IdempotentRequest } from './repeatable-request.js';

/** The response to the first request. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** Those of the body's parts, which are not read again; absent: kept by an earlier version. */
  readonly warnings?: readonly Warning[];
}

/** How far an earlier request with the same key came; without an answer, it stored a record. */
export interface EarlierRequest {
  readonly answer: KeptAnswer | null;
  readonly recordId: number | null;
  readonly isBeingAnswered: boolean;
}

interface Row {
  request_hash: Buffer;
  record_id: number | null;
  answer: KeptAnswer | null;
  answering: string | null;
}

const REUSED = 'Idempotency-Key was used before for a request with another body. Use a new key.';
const KEPT = `interval '24 hours'`;
/** Answers hold whole reports: thousands of them at once would take longer than a statement may. */
const FORGOTTEN_AT_ONCE = 500;
const EXPIRED = `k.created_at <= now() - ${KEPT}`;

/** Keeps the responses to requests with an Idempotency-Key for a day. */
@Injectable()
export class IdempotencyRepository {
  constructor(private readonly database: Database) {}

  /** @throws ValidationFailed if it was another request */
  async earlier({ accountId, key, hash }: IdempotentRequest): Promise<EarlierRequest | null> {
    const [row] = await this.database.query<Row>(
      `SELECT request_hash, coalesce(record_id, report_id) AS record_id, answer, answering FROM idempotency_keys
          WHERE account_id = $1 AND key = $2 AND created_at > now() - ${KEPT}`,
      [accountId, key],
    );
    if (!row) return null;
    if (!row.request_hash.equals(hash)) throw new ValidationFailed({ 'Idempotency-Key': [REUSED] });
    const isBeingAnswered = row.answer === null && (await this.isHeld(row.answering));
    return { answer: row.answer, recordId: row.record_id, isBeingAnswered };
  }

  /** Takes the key for a new record, in the transaction that stores it.
   *  @param made the record, and the name of the lock that is held while the request is being answered
   *  @throws RequestInProgress if another request was first */
  async take(
    tx: Transaction,
    { accountId, key, hash }: IdempotentRequest,
    made: { recordId: number; answering: string },
  ): Promise<void> {
    const rows = await tx.query<unknown[]>(
      `INSERT INTO idempotency_keys AS k (account_id, key, request_hash, record_id, answering)
          VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (account_id, key) DO UPDATE
          SET request_hash = excluded.request_hash, record_id = excluded.record_id, report_id = NULL,
            answering = excluded.answering, answer = NULL, created_at = now()
          WHERE ${EXPIRED}
        RETURNING 1`,
      [accountId, key, hash, made.recordId, made.answering],
    );
    if (rows.length === 0) throw new RequestInProgress();
  }

  /** Keeps the answer to a request, whether it took the key for a new record or found an existing one. The answer to
   *  another request with the same key stays. */
  async keep({ accountId, key, hash }: IdempotentRequest, answer: KeptAnswer): Promise<void> {
    await this.database.query(
      `INSERT INTO idempotency_keys AS k (account_id, key, request_hash, answer) VALUES ($1, $2, $3, $4)
          ON CONFLICT (account_id, key) DO UPDATE
            SET request_hash = excluded.request_hash, answer = excluded.answer,
              record_id = CASE WHEN ${EXPIRED} THEN NULL ELSE k.record_id END,
              report_id = CASE WHEN ${EXPIRED} THEN NULL ELSE k.report_id END,
              created_at = CASE WHEN ${EXPIRED} THEN now() ELSE k.created_at END
            WHERE k.request_hash = excluded.request_hash OR ${EXPIRED}`,
      [accountId, key, hash, JSON.stringify(answer)],
    );
  }

  private async isHeld(name: string | null): Promise<boolean> {
    if (name === null) return false;
    return (await this.database.query(DEAD_AMONG, [[name]])).length === 0;
  }

  /** Deletes some of what is older than a day, the oldest first.
   *  @returns whether there may be more */
  async forgetSome(): Promise<boolean> {
    const rows = await this.database.query(
      `DELETE FROM idempotency_keys WHERE (account_id, key) IN (
          SELECT account_id, key FROM idempotency_keys k WHERE ${EXPIRED} ORDER BY created_at LIMIT ${String(FORGOTTEN_AT_ONCE)}
        ) RETURNING 1`,
    );
    return rows.length === FORGOTTEN_AT_ONCE;
  }
}

/** Equal for equal requests. */
export function requestHash(fields: object): Buffer {
  return createHash('sha256').update(JSON.stringify(fields)).digest();
}
