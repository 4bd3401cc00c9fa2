import { verdictsOf } from '../verdicts.fixture.js';
import { contentLength } from './content-length.check.js';

verdictsOf(contentLength, [
  ['passes 300 words', { html: 'word '.repeat(300) }, 'pass'],
  ['fails 299 words', { html: 'word '.repeat(299) }, 'too_few_words'],
  ['counts no scripts and styles', { html: `<script>${'word '.repeat(400)}</script>` }, 'too_few_words'],
  ['counts no hidden text', { html: `<p hidden>${'word '.repeat(400)}` }, 'too_few_words'],
  ['counts words of a language without spaces', { html: '青い靴を買う。'.repeat(80) }, 'pass'],
]);
