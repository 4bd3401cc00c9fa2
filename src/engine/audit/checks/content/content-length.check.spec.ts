import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { contentLength } from './content-length.check.js';

verdictsOf(contentLength, [
  ['passes 300 words', { html: 'word '.repeat(300) }, 'pass'],
  ['fails 299 words', { html: 'word '.repeat(299) }, 'too_few_words'],
  ['counts no scripts and styles', { html: `<script>${'word '.repeat(400)}</script>` }, 'too_few_words'],
  ['counts no hidden text', { html: `<p hidden>${'word '.repeat(400)}` }, 'too_few_words'],
  ['counts words of a language without spaces', { html: '青い靴を買う。'.repeat(80) }, 'pass'],
]);

it.each([
  [{ html: 'word '.repeat(1000) }, 'The page has 1,000 words.'],
  [{ html: 'word' }, 'The page has only 1 word; it should have at least 300.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(contentLength, page))).toBe(message);
});
