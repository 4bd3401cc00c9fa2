import { elementsNamed } from '../../dom/dom.js';
import { aPage } from '../../example-page.js';
import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { gradeReferrerPolicy } from '../../parity/referrer-policy.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { referrerPolicy } from './referrer-policy.check.js';

const meta = (content: string) => ({ html: `<meta name="referrer" content="${content}">` });
const sent = (value: string, html = '') => ({ html, headers: [['referrer-policy', value]] as Header[] });

verdictsOf(referrerPolicy, [
  ['passes without any', { html: '' }, 'pass'],
  ['passes a private one', sent('same-origin'), 'pass'],
  ['judges it by its value, not by its presence', sent('unsafe-url'), 'leaking'],
  ['fails the browsers’ old default', sent('no-referrer-when-downgrade'), 'leaking'],
  ['uses the last known one of a list', sent('unsafe-url, strict-origin, later-invention'), 'pass'],
  ['fails a word that is not a policy', sent('never'), 'unknown'],
  ['fails “always” in a meta element, which means unsafe-url', meta('always'), 'leaking'],
  ['passes “never”, which means no-referrer', meta('Never'), 'pass'],
  ['passes “default”, which means the default of browsers', meta('default'), 'pass'],
  ['fails “origin-when-crossorigin”', meta('origin-when-crossorigin'), 'leaking'],
  [
    'ignores an unknown policy in a meta element after a known one',
    { html: meta('no-referrer').html + meta('later-invention').html },
    'pass',
  ],
  [
    'uses the last known one of several meta elements',
    { html: meta('no-referrer').html + meta('unsafe-url').html + meta('').html },
    'leaking',
  ],
  ['fails a list in a meta element, which browsers do not read', meta('no-referrer, origin'), 'unknown'],
  [
    'uses the header if the meta element is unknown',
    sent('no-referrer', '<meta name=referrer content=later-invention>'),
    'pass',
  ],
  [
    'uses a meta element before the header',
    sent('no-referrer', '<meta name="Referrer" content="unsafe-url">'),
    'leaking',
  ],
]);

it.each([
  [{ html: '' }, 'The page has no referrer policy, so browsers send only the origin to other sites.'],
  [
    sent('same-origin'),
    'The referrer policy is “same-origin”, which sends no more than the origin to other sites.',
  ],
  [
    sent('unsafe-url'),
    'The referrer policy is “unsafe-url”, which sends the full URL of the page to other sites.',
  ],
  [sent('origin'), 'The referrer policy is “origin”, which sends the origin even over unencrypted http.'],
  [
    meta('always'),
    'The referrer policy is “unsafe-url”, which sends the full URL of the page to other sites.',
  ],
  [sent('never'), 'Browsers do not know the referrer policy “never” and ignore it.'],
])('says what the policy sends: %j', (page, expected) => {
  expect(messageOf(findingOn(referrerPolicy, page))).toBe(expected);
});

it.each(['always', 'never', 'default'])('leaves %s to the Observatory, which does not know it', (content) => {
  const page = aPage(meta(content));
  expect(gradeReferrerPolicy(page, elementsNamed(page.dom, 'meta'))).toBe('unknown');
});

it('lets an unknown policy in a later meta element count for the Observatory', () => {
  const page = aPage({ html: meta('no-referrer').html + meta('later-invention').html });
  expect(gradeReferrerPolicy(page, elementsNamed(page.dom, 'meta'))).toBe('unknown');
});
