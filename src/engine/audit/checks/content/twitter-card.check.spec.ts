import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { twitterCard } from './twitter-card.check.js';

verdictsOf(twitterCard, [
  ['fails without any', { html: '' }, 'absent'],
  [
    'passes a card',
    { html: '<head><meta name="twitter:card" content="summary_large_image"></head>' },
    'pass',
  ],
  [
    'passes a card by property',
    { html: '<head><meta property="twitter:card" content="player"></head>' },
    'pass',
  ],
  [
    'fails a card that does not exist',
    { html: '<head><meta name="twitter:card" content="big"></head>' },
    'unknown_card',
  ],
  [
    'passes Open Graph in its place',
    {
      html: '<head><meta property="og:title" content="A"><meta property="og:type" content="website"></head>',
    },
    'pass',
  ],
  [
    'passes Open Graph in elements that have another name, too',
    {
      html: '<head><meta name="title" property="og:title" content="A"><meta property="og:type" content="website"></head>',
    },
    'pass',
  ],
  [
    'takes the first of several that is not empty',
    {
      html: '<head><meta name="twitter:card" content=""><meta name="twitter:card" content="summary"><meta name="twitter:card" content="x"></head>',
    },
    'pass',
  ],
  ['fails half of Open Graph', { html: '<head><meta property="og:title" content="A"></head>' }, 'absent'],
]);

it.each([
  [
    { html: '<head><meta name="twitter:card" content="summary"></head>' },
    'The page declares the card type “summary”.',
  ],
  [
    { html: '<head><meta name="twitter:card" content="big"></head>' },
    'The page declares the card type “big”, which does not exist.',
  ],
  [
    { html: '<head><meta name="twitter:card" content=" "></head>' },
    'The page has an empty twitter:card tag.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(twitterCard, page))).toBe(message);
});
