import { DomainError, refusal } from '../platform/errors/domain-error.js';

/** There is no session, or it has ended. */
export class SignInNeeded extends refusal('unauthenticated', 'Sign in at /console/sign-in.') {}

/** A key has opened as many streams of progress as it may have. */
export class TooManyStreams extends DomainError {
  constructor(limit: number) {
    super(
      'too_many_requests',
      `${String(limit)} pages show progress with this key already. Close some of them.`,
      {
        headers: { 'Retry-After': '5' },
      },
    );
  }
}

/** A form was sent by another site, or by a page of another session. */
export class FormRefused extends refusal(
  'form_refused',
  'This form belongs to another session or site, so nothing was changed. Open the page again and repeat what you did.',
) {}
