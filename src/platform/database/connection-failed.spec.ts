import { ConnectionFailed } from './connection-failed.js';

it.each([
  [
    'DEPTH_ZERO_SELF_SIGNED_CERT',
    'self-signed certificate',
    'self-signed certificate. Name the certificate of the authority in the URL: ?sslmode=verify-full&sslrootcert=/path/to/ca.pem.',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", no encryption',
    'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", no encryption. Encrypt connections: add ?sslmode=verify-full to the URL.',
  ],
  [
    '28000',
    'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", SSL encryption',
    'no pg_hba.conf entry for host "10.0.0.1", user "u", database "d", SSL encryption',
  ],
  ['ECONNREFUSED', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 127.0.0.1:5432'],
])('%s is said with what to do about it: %s', (code, message, expected) => {
  const failed = new ConnectionFailed(Object.assign(new Error(message), { code }));
  expect([failed.code, failed.message]).toEqual([code, expected]);
});
