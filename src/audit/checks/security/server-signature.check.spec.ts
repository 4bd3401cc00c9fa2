import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { serverSignature } from './server-signature.check.js';

const sent = (...headers: Header[]) => ({ html: '', headers });

verdictsOf(serverSignature, [
  ['passes without any', sent(), 'pass'],
  ['passes a name alone', sent(['server', 'Apache']), 'pass'],
  ['passes a name with a number in it', sent(['server', 'Server2Go']), 'pass'],
  ['fails a version', sent(['server', 'Apache/2.4.57 (Debian)']), 'version_shown'],
  ['fails X-Powered-By', sent(['x-powered-by', 'PHP']), 'version_shown'],
  ['fails X-AspNet-Version', sent(['x-aspnet-version', '4.0.30319']), 'version_shown'],
]);
