import { DomainError, refusal } from '../platform/errors/domain-error.js';

/** The caller has no report with this id; the same for an id of another account. */
export class ReportNotFound extends refusal(
  'not_found',
  'There is no report with this id. GET /api/v1/reports lists your reports.',
) {}

/** The report to compare with does not exist; the same for an id of another account. */
export class OtherReportNotFound extends refusal(
  'not_found',
  'There is no report with the id in "with". GET /api/v1/reports lists your reports; with=previous is the one before.',
) {}

/** A report is the first completed one of its url. */
export class PreviousReportNotFound extends refusal(
  'not_found',
  'There is no earlier completed report of the same url. Name the report to compare with: with=<id>.',
) {}

/** Only completed reports can be compared. */
export class ReportNotCompleted extends DomainError {
  /** @param retryAfter seconds until it may be complete; null if it failed */
  constructor(id: number, retryAfter: number | null) {
    const report = `Report ${String(id)}`;
    super(
      'report_not_completed',
      retryAfter === null
        ? `${report} failed, so there is nothing to compare. Audit the page again.`
        : `${report} is not complete yet. Try again in ${String(retryAfter)} s, or wait for it: GET /api/v1/reports/${String(id)} with "Prefer: wait=20".`,
      { retryAfterS: retryAfter },
    );
  }
}

/** A report was deleted before the response to the request that stored it. */
export class ReportDeleted extends refusal(
  'not_found',
  'The report of this request has been deleted. Send the request again for a new report, with a new Idempotency-Key if you use one.',
) {}

/** The caller insists on a browser, and no process has one. */
export class RenderingUnavailable extends refusal(
  'rendering_unavailable',
  'render=always needs a browser, and no process of this service has one. Send render=auto or render=never, or ask ' +
    'the operator to install a browser.',
) {}

/** An account has reached its limit of queued reports. */
export class TooManyWaiting extends DomainError {
  constructor(limit: number) {
    super(
      'too_many_requests',
      `This account has ${String(limit)} queued reports, which is the limit. Wait until some of them are complete.`,
      { retryAfterS: 60 },
    );
  }
}

/** The audit queue is full. */
export class QueueFull extends refusal('service_unavailable', 'The audit queue is full. Try again later.', {
  retryAfterS: 30,
}) {}
