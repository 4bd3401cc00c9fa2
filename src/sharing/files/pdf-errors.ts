import { DomainError, refusal } from '../../platform/errors/domain-error.js';

/** PDFs that an account may have queued. */
export const MAX_QUEUED = 20;

/** No process has a browser. */
export class PdfUnavailable extends refusal(
  'service_unavailable',
  'A PDF can’t be made now: no browser is running. The report is available as a page and as one file, report.html. The operator can install a browser (setting BROWSER).',
  { retryAfterS: 60 },
) {}

/** The PDF could not be made. */
export class PdfFailed extends DomainError {
  constructor(reason: string) {
    super(
      'service_unavailable',
      `The PDF could not be made: ${reason} Request it again for another attempt.`,
      { retryAfterS: 1 },
    );
  }
}

export class TooManyPdfs extends refusal(
  'service_unavailable',
  `${String(MAX_QUEUED)} PDFs of this account are being made. Request this one again in 30 seconds.`,
  { retryAfterS: 30 },
) {}
