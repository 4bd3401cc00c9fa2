import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { visibleText } from '../../dom/visible-text.js';

/** Lengths are limited, so that no text makes matching slow. User names in URLs and on other servers (`//user@`,
 *  `@user@`), remote paths (`git@example.com:path`), versions (`next@15.0.0-rc.foo`) and images like `logo@2x.png` are no
 *  addresses. */
const ADDRESS =
  /(?<![\w.+@-]|\/\/|\/\/[\w.+-]{1,64}:)[\w.+-]{1,64}@(?!\d(?:\.\d)?x\.(?:png|jpe?g|gif|webp|avif|svg)\b|\d{1,9}\.\d{1,9}\.\d)(?:[\p{L}\p{M}\d-]{1,63}\.){1,8}(?:xn--[a-z\d-]{1,59}|[a-z]{2,24}|[\p{L}\p{M}]{2,24})(?![\w-]|\.\w|:[\w/~])/giu;
/** An @ in the source, possibly escaped. */
const AT = /@|&#0*64\b|&#x0*40\b|&commat;/i;
const MAX_CHARACTERS = 500_000;

export const plaintextEmail = documentCheck({
  id: 'plaintext_email',
  name: 'Plain-text email addresses',
  category: 'security',
  importance: 'low',
  what: 'The text contains no email addresses.',
  why: 'Spam bots collect such addresses.',
  fix: 'Use a contact form, or obfuscate the address.',
  source:
    'https://owasp.org/www-project-automated-threats-to-web-applications/assets/oats/EN/OAT-011_Scraping',
  method: 'exact',
  restsOnStyle: true,
  value: { addresses: 'integer' },
  messages: {
    pass: 'The text contains no email addresses.',
    address_shown: ({ addresses }) =>
      `The text contains ${counted(addresses, 'email address', 'email addresses')}.`,
  },
  examples: {
    passes: { html: '<p>Write to us.' },
    fails: { html: '<p>Write to shoes@example.com.' },
  },
  run({ dom, html }) {
    const text = AT.test(html) ? visibleText(dom).slice(0, MAX_CHARACTERS) : '';
    const found = [...new Set(text.match(ADDRESS) ?? [])];
    const value = { addresses: found.length };
    if (found.length === 0) return pass(value);
    return fail('address_shown', { value, evidence: found.map((address) => textEvidence(address)) });
  },
});
