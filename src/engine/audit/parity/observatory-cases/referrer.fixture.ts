import { headerCases, htmlCases, type ObservatoryCase } from './case.fixture.js';

const REFERRER = 'referrer-policy';
const meta = (content: string, name = 'referrer') => `<meta name="${name}" content="${content}">`;
const TWO = meta('no-referrer, same-origin', 'referRer');

/** Starts with cases from the Observatory's own tests; the rest is derived from its rules. */
export const REFERRER_CASES: readonly ObservatoryCase[] = [
  { what: 'no policy', page: {}, modifier: 0 },
  ...headerCases(REFERRER, [
    [5, 'no-referrer', 'same-origin', 'strict-origin', 'STRICT-ORIGIN', 'strict-origin-when-cross-origin'],
    [5, 'no-referrer, whimsy'],
    [-5, 'whimsy', 'whimsy, whimsy1, whimsy2'],
    [-5, 'origin', 'origin-when-cross-origin', 'unsafe-url'],
    [-5, 'origin-when-cross-origin, no-referrer, unsafe-url', 'no-referrer, unsafe-url'],
  ]),
  ...htmlCases([[5, TWO]]),
  ...headerCases(REFERRER, [[5, 'unsafe-url']], { html: TWO }),
  ...headerCases(REFERRER, [
    [
      5,
      ' No-Referrer ',
      'unsafe-url,same-origin',
      ['unsafe-url', 'no-referrer'],
      'same-origin,',
      ',same-origin,,',
    ],
    [5, 'same-origin, "unsafe-url"', ['same-origin', 'x'], 'no-referrer, '],
    [
      -5,
      '',
      ' ',
      ',',
      'no-referrer-when-downgrade',
      'NO-REFERRER-WHEN-DOWNGRADE',
      'default',
      'always',
      'never',
    ],
    [-5, 'no-referrer; same-origin', 'no-referrer unsafe-url', '"no-referrer"', ['no-referrer', 'origin']],
    [-5, 'strict_origin', 'strict-origin-when-crossorigin', 'same-origin, origin'],
  ]),
  ...htmlCases([
    [5, meta('same-origin'), `<body>${meta('same-origin')}`, meta('unsafe-url') + meta('no-referrer')],
    [5, meta('NO-REFERRER', ' REFERRER '), `<noscript>${meta('same-origin')}</noscript>`],
    [5, `<template>${meta('same-origin')}</template>`, meta('same-origin') + meta('')],
    [5, meta('unsafe-url') + `<noscript>${meta('no-referrer')}</noscript>`],
    [0, meta(''), '<meta name="referrer">', meta('no-referrer', 'referrer-policy'), `<title>${TWO}</title>`],
    [0, '<meta name="referrer" http-equiv="x" content="no-referrer">', `<!-- ${TWO} -->`],
    [-5, meta('always'), meta('never'), meta('no-referrer') + meta('unsafe-url'), meta(' '), meta('origin')],
    [-5, `<noscript>${meta('no-referrer')}</noscript>` + meta('unsafe-url')],
  ]),
  ...headerCases(REFERRER, [[-5, 'same-origin', 'unsafe-url', '']], { html: meta('unsafe-url') }),
  ...headerCases(REFERRER, [[5, 'same-origin, x']], { html: meta('default') }),
  ...headerCases(REFERRER, [[5, 'strict-origin']], { html: meta('') }),
  {
    what: 'an element in markup of another type',
    page: { html: meta('no-referrer'), headers: [['content-type', 'Text/HTML']] },
    modifier: 0,
  },
];
