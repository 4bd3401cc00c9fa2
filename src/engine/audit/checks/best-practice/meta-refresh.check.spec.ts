import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { metaRefresh } from './meta-refresh.check.js';

const sent = (...values: string[]) => ({
  html: '',
  headers: values.map((value): Header => ['refresh', value]),
});
const refresh = (content: string) => ({ html: `<meta http-equiv="Refresh" content="${content}">` });

verdictsOf(metaRefresh, [
  ['passes without any', { html: '' }, 'pass'],
  ['fails a delay', refresh('5; url=/a'), 'delayed'],
  ['fails a reload', refresh('30'), 'delayed'],
  ['warns of an immediate one', refresh('0; url=/a'), 'immediate'],
  ['does not judge one after more than twenty hours', refresh('72001'), 'not_applicable'],
  ['fails one after twenty hours', refresh('72000'), 'delayed'],
  ['passes what browsers ignore', refresh('soon'), 'pass'],
  [
    'judges the first alone',
    { html: `${refresh('72001').html}${refresh('5; url=/a').html}` },
    'not_applicable',
  ],
  ['ignores what browsers ignore', { html: `${refresh('soon').html}${refresh('5').html}` }, 'delayed'],
  [
    'ignores invalid addresses, and scripts',
    { html: `${refresh('0; url=http://[').html}${refresh('0; url=javascript:x').html}${refresh('5').html}` },
    'delayed',
  ],
  [
    'passes one within noscript',
    { html: '<noscript><meta http-equiv="refresh" content="5"></noscript>' },
    'pass',
  ],
  ['fails a delay by a header', sent('5; url=/x'), 'delayed'],
  ['warns of an immediate one by a header', sent('0; url=/x'), 'immediate'],
  ['passes a header that browsers ignore', sent('soon'), 'pass'],
  [
    'judges the header alone, which browsers read first',
    { ...sent('72001'), html: refresh('5; url=/a').html },
    'not_applicable',
  ],
  [
    'judges the element if browsers ignore the header',
    { ...sent('soon'), html: refresh('5; url=/a').html },
    'delayed',
  ],
  [
    'warns if one led to this page',
    { html: '', hops: [{ url: 'https://example.com/a', status: null, setCookies: [] }] },
    'immediate',
  ],
]);

it.each([
  [refresh('1'), 'The page reloads or redirects by itself after 1 second.'],
  [refresh('72000'), 'The page reloads or redirects by itself after 72,000 seconds.'],
  [refresh('0; url=/a'), 'The page reloads or redirects by itself immediately.'],
  [
    { html: '', hops: [{ url: 'https://example.com/a', status: null, setCookies: [] }] },
    'The requested URL led to this page by an immediate refresh.',
  ],
])('says what it found (%#)', (page, message) => {
  expect(messageOf(findingOn(metaRefresh, page))).toBe(message);
});

it('shows the header', () => {
  expect(findingOn(metaRefresh, sent('5; url=/x')).evidence).toMatchObject([
    { excerpt: 'Refresh: 5; url=/x' },
  ]);
});
