import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { contentTypeOptions } from './content-type-options.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['x-content-type-options', value]),
});

verdictsOf(contentTypeOptions, [
  ['fails without the header', { html: '' }, 'missing'],
  ['passes nosniff in any case', sent(' NoSniff '), 'pass'],
  ['passes nosniff sent twice', sent('nosniff', 'nosniff'), 'pass'],
  ['fails anything else', sent('sniff'), 'invalid'],
  ['fails nosniff behind something else', sent('no', 'nosniff'), 'invalid'],
]);

it('quotes an invalid value', () => {
  expect(messageOf(findingOn(contentTypeOptions, sent('no', 'nosniff')))).toBe(
    'X-Content-Type-Options is “no, nosniff” instead of nosniff, so browsers ignore it.',
  );
});
