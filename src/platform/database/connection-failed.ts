import { errorCodeOf } from '../../basics/error-code.js';
import { messageOf } from '../../basics/message-of.js';

/** What to do about errors that a connection ends with before it can be used. */
const ADVICE: readonly [test: RegExp, advice: string][] = [
  [
    /^(UNABLE_TO_(GET_ISSUER_CERT|VERIFY)|SELF_SIGNED_CERT|DEPTH_ZERO_SELF_SIGNED)/,
    'Name the certificate of the authority in the URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem.',
  ],
  [/^28000 .*, no encryption$/, 'Encrypt connections: add ?sslmode=verify-full to the URL.'],
];

/** No connection came about, for whatever reason: the password, the certificate, the server's state. */
export class ConnectionFailed extends Error {
  /** That of the cause. */
  readonly code: string;

  constructor(cause: unknown) {
    const [code, message] = [errorCodeOf(cause), messageOf(cause)];
    const [, advice] = ADVICE.find(([test]) => test.test(`${code} ${message}`)) ?? [];
    super(advice === undefined ? message : `${message}. ${advice}`, { cause });
    this.code = code;
  }
}
