import { messageOf } from '../../message.js';
import { type Header } from '../../page.js';
import { findingOn, verdictOn, verdictsOf } from '../verdicts.fixture.js';
import { totalWeight } from './total-weight.check.js';

const weighing = (bytes: number, decodedBytes = 0) => ({
  html: '<img src="/a.jpg"><img src="/b.jpg">',
  decodedBytes,
  responses: {
    resources: [
      {
        url: 'https://example.com/a.jpg',
        status: 200,
        error: null,
        headers: [['content-length', String(bytes)]] as Header[],
      },
      { url: 'https://example.com/b.jpg', status: 200, error: null, headers: [] },
    ],
  },
});

verdictsOf(totalWeight, [
  ['does not apply if nothing was requested', { html: '<img src="/a.jpg">' }, 'not_applicable'],
  ['passes a document alone', { html: '<p>text' }, 'pass'],
  ['counts no lazy image', { ...weighing(9e6), html: '<img src="/a.jpg" loading=lazy>' }, 'pass'],
  [
    'counts the document of lazy images',
    { ...weighing(1, 5e6), html: '<img src="/a.jpg" loading=lazy>' },
    'too_heavy',
  ],
  [
    'counts an image that is loaded at once elsewhere',
    { ...weighing(9e6), html: '<img src="/a.jpg"><img src="/a.jpg" loading=lazy>' },
    'too_heavy',
  ],
  ['passes 1.6 MiB', weighing(1600 * 1024), 'pass'],
  ['counts the document too', weighing(1600 * 1024, 1), 'heavy'],
  ['warns up to 2667 KiB', weighing(2667 * 1024), 'heavy'],
  ...['<audio controls src="/a.jpg">', '<video preload="metadata" src="/a.jpg">'].map(
    (html) => [`does not count what waits for people: ${html}`, { ...weighing(1e8), html }, 'pass'] as const,
  ),
  ...['<video autoplay src="/a.jpg">', '<video preload="auto" src="/a.jpg">', '<embed src="/a.jpg">'].map(
    (html) => [`counts ${html}`, { ...weighing(1e8), html }, 'too_heavy'] as const,
  ),
  ['fails more', weighing(2667 * 1024 + 1), 'too_heavy'],
]);

it('says how many files were sampled', () => {
  expect(verdictOn(totalWeight, weighing(1)).sample).toEqual({ taken: 1, of: 2 });
});

it.each([
  [{ html: '', decodedBytes: 500 }, 'The document has a total size of 500 bytes.'],
  [weighing(1000), 'The document and 1 of its 2 files have a total size of 1.0 kB.'],
  [
    weighing(2_000_000),
    'The document and 1 of its 2 files have a total size of 2.00 MB; it should be at most 1.64 MB.',
  ],
  [
    totalWeight.examples.fails,
    'The document and its 1 file have a total size of 5.00 MB; it should be at most 1.64 MB.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(totalWeight, page))).toBe(message);
});
