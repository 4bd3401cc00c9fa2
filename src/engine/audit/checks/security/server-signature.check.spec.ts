import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { serverSignature } from './server-signature.check.js';

const sent = (...headers: Header[]) => ({ html: '', headers });

verdictsOf(serverSignature, [
  ['passes without any', sent(), 'pass'],
  ['passes a name alone', sent(['server', 'Apache']), 'pass'],
  ['passes a name with a number in it', sent(['server', 'Server2Go']), 'pass'],
  ['passes the name of a machine', sent(['server', 'ECAcc (lac/55E2)']), 'pass'],
  ['fails a version', sent(['server', 'Apache/2.4.57 (Debian)']), 'version_shown'],
  ['fails X-Powered-By', sent(['x-powered-by', 'PHP']), 'version_shown'],
  ['fails the version of a module', sent(['x-mod-pagespeed', '1.13.35.2-0']), 'version_shown'],
  ['fails X-AspNet-Version', sent(['x-aspnet-version', '4.0.30319']), 'version_shown'],
]);

it.each([
  [
    sent(['server', 'nginx/1.18.0']),
    "1 header reveals details of the server's software (“server: nginx/1.18.0”).",
  ],
  [
    sent(['server', 'a/1'], ['x-powered-by', 'PHP']),
    "2 headers reveal details of the server's software (“server: a/1” and “x-powered-by: PHP”).",
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(serverSignature, page))).toBe(message);
});
