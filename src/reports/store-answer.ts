import { type Request } from 'express';
import { type Caller } from '../auth/caller.js';
import { ValidationFailed } from '../http/http-errors.js';
import { type Preferences } from '../http/input/preferences.js';
import { type StoreReportBody } from './dto/store-report.dto.js';
import { fullReportView } from './full-report.view.js';
import { type IdempotentRequest, type KeptAnswer, requestHash } from './idempotency.repository.js';
import { isDone, type StoredReport } from './reports.service.js';
import { type FullReport } from './reports.repository.js';

const MAX_KEY_LENGTH = 255;
const MAX_RETRY_SECONDS = 30;

/** The request's Idempotency-Key, if it has one.
 *  @throws ValidationFailed */
export function idempotentRequestOf(
  request: Request,
  caller: Caller,
  { url, max_age }: StoreReportBody,
): IdempotentRequest | null {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key !== 'string' || key === '' || key.length > MAX_KEY_LENGTH) {
    const fault = `Idempotency-Key must be 1 to ${String(MAX_KEY_LENGTH)} characters long.`;
    throw new ValidationFailed({ 'Idempotency-Key': [fault] });
  }
  return { accountId: caller.account.id, key, hash: requestHash({ url, max_age }) };
}

/** How long a request waits, in milliseconds: by what it prefers, at most as long as the settings have it. */
export function waitMsOf({ isAsync, waitSeconds }: Preferences, mostSeconds: number): number {
  if (waitSeconds !== null) return Math.min(waitSeconds, mostSeconds) * 1000;
  return isAsync ? 0 : mostSeconds * 1000;
}

/** What Preference-Applied says of that; null where nothing was asked for.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-3 */
export function waitApplied({ isAsync, waitSeconds }: Preferences, mostSeconds: number): string | null {
  if (waitSeconds !== null) return `wait=${String(Math.min(waitSeconds, mostSeconds))}`;
  return isAsync ? 'respond-async' : null;
}

/** 201 for a new report that is done, 202 for one that is not yet, 200 for an older one.
 *  @param address of the reports */
export function storeAnswer(
  { report, ageSeconds }: StoredReport,
  { base, address }: { base: string; address: string },
): KeptAnswer {
  const headers = { Location: `${address}/${String(report.report.id)}` };
  const body = fullReportView(report, base);
  if (ageSeconds !== null) return { status: 200, headers: { ...headers, Age: String(ageSeconds) }, body };
  if (isDone(report)) return { status: 201, headers, body };
  return { status: 202, headers: { ...headers, 'Retry-After': retryAfter(report) }, body };
}

/** {@link storeAnswer} to a repeated request for the report that the first one made: nothing new is made, hence 200. */
export function resumedAnswer(report: FullReport, addresses: { base: string; address: string }): KeptAnswer {
  const { generated_at, updated_at } = report.report;
  const age = Math.max(0, Math.floor((Date.now() - (generated_at ?? updated_at).getTime()) / 1000));
  return storeAnswer({ report, ageSeconds: isDone(report) ? age : null }, addresses);
}

/** Seconds after which to ask again for a report that is not done: the longer it takes, the less often. */
export function retryAfter({ report }: FullReport): string {
  const ageSeconds = (Date.now() - report.created_at.getTime()) / 1000;
  return String(Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.round(ageSeconds / 4))));
}
