import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { quotedList } from '../../quoted.js';

/** Headers whose only purpose is to name software.
 *  @see https://owasp.org/www-project-secure-headers/#prevent-information-disclosure-via-http-headers */
const TELLING = new Set([
  'x-powered-by',
  'x-powered-by-plesk',
  'x-server-powered-by',
  'x-cf-powered-by',
  'powered-by',
  'x-aspnet-version',
  'x-aspnetmvc-version',
  'x-generator',
  'x-powered-cms',
  'x-php-version',
  'x-drupal-cache',
  'x-cms',
  'x-cocoon-version',
  'x-content-encoded-by',
  'x-framework',
  'x-generated-by',
  'x-mod-pagespeed',
  'x-owa-version',
  'x-page-speed',
  'x-turbo-charged-by',
  'x-umbraco-version',
  'liferay-portal',
]);

/** Edgecast and Akamai name one of their servers so: `ECS (nyb/1D2B)`. */
const NODE = /\([a-z]{2,4}\/[\dA-F]{4}\)/g;

export const serverSignature = documentCheck({
  id: 'server_signature',
  name: 'Server signature',
  category: 'security',
  importance: 'low',
  what: 'The headers reveal neither software versions nor which software makes the pages.',
  why: 'Attackers search for versions with known vulnerabilities.',
  fix: 'Remove the version from Server (nginx: server_tokens off), and remove X-Powered-By and similar headers.',
  source: 'https://www.rfc-editor.org/rfc/rfc9110#section-10.2.4',
  method: 'exact',
  value: { revealing_headers: 'texts' },
  messages: {
    pass: 'The headers reveal no software versions.',
    version_shown: ({ revealing_headers }, { places }) =>
      `${counted(places, 'header reveals', 'headers reveal')} details of the server's software (${quotedList(revealing_headers)}).`,
  },
  examples: {
    passes: { html: '', headers: [['server', 'nginx']] },
    fails: { html: '', headers: [['server', 'nginx/1.18.0']] },
  },
  run({ headers }) {
    const telling = headers.filter(
      ([name, value]) =>
        TELLING.has(name) || (name === 'server' && /\/\s*v?\d|\d\.\d/.test(value.replaceAll(NODE, ''))),
    );
    const lines = telling.map(([name, value]) => `${name}: ${value}`);
    const value = { revealing_headers: lines };
    if (lines.length === 0) return pass(value);
    return fail('version_shown', { value, evidence: lines.map((line) => textEvidence(line)) });
  },
});
