import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { referrerPolicy } from './referrer-policy.check.js';

const sent = (value: string, html = '') => ({ html, headers: [['referrer-policy', value]] as Header[] });

verdictsOf(referrerPolicy, [
  ['passes without any', { html: '' }, 'pass'],
  ['passes a private one', sent('same-origin'), 'pass'],
  ['judges it by its value, not by its presence', sent('unsafe-url'), 'leaking'],
  ['fails the browsers’ old default', sent('no-referrer-when-downgrade'), 'leaking'],
  ['uses the last known one of a list', sent('unsafe-url, strict-origin, later-invention'), 'pass'],
  ['fails a word that is not a policy', sent('never'), 'unknown'],
  [
    'uses a meta element before the header',
    sent('no-referrer', '<meta name="Referrer" content="unsafe-url">'),
    'leaking',
  ],
]);
