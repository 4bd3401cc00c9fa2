import { DomainError, refusal } from '../platform/errors/domain-error.js';

/** There is no session, or it has ended. */
export class SignInNeeded extends refusal('unauthenticated', 'Sign in at /console/sign-in.') {}

/** A key has opened as many streams of progress as it may have. */
export class TooManyStreams extends DomainError {
  constructor(limit: number, owner: 'key' | 'account') {
    super(
      'too_many_requests',
      `${String(limit)} pages show progress with this ${owner} already. Close some of them.`,
      { retryAfterS: 5 },
    );
  }
}

/** A form was sent by another site, as far as the headers tell. */
export class ForeignOrigin extends refusal(
  'form_refused',
  'This form came from another address than this one, so nothing was changed. Open the page again and repeat what you ' +
    'did. If that does not help, the operator of this server should set PUBLIC_URL to the address in your browser, or ' +
    'have the proxy in front of it pass the Host header on.',
) {}

/** A record is not as a form showed it any more. */
export class FormOutdated extends refusal(
  'precondition_failed',
  'This was changed after you had opened the form, so nothing was saved. Save again to replace that change with what ' +
    'stands here, or open the page again to see it.',
) {}

/** A form was sent by a page of another session. */
export class FormRefused extends refusal(
  'form_refused',
  'This form belongs to another session, so nothing was changed. Open the page again and repeat what you did.',
) {}
