import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { social } from './social.check.js';

const link = (url: string) => ({ html: `<a href="${url}">x</a>` });

verdictsOf(social, [
  ['passes a profile', link('https://www.linkedin.com/company/example'), 'pass'],
  ['does not count a network’s start page', link('https://www.facebook.com/'), 'none'],
  ...[
    'facebook.com/sharer/sharer.php?u=a',
    'facebook.com/sharer.php?u=a',
    'twitter.com/intent/tweet?url=a',
    'linkedin.com/shareArticle?url=a',
    'linkedin.com/sharing/share-offsite/?url=a',
    'pinterest.com/pin/create/button/?url=a',
    'x.com/share?url=a',
  ].map((address) => ['does not count a share button', link(`https://www.${address}`), 'none'] as const),
  ...[
    'youtube.com/watch?v=a',
    'facebook.com/privacy/policy/',
    'x.com/a/status/1',
    'instagram.com/p/DBx3_kdQ1aZ/',
  ].map((address) => ['does not count a post or a policy', link(`https://www.${address}`), 'none'] as const),
  [
    'passes a page that Facebook gives no name',
    link('https://www.facebook.com/p/Acme-Bakery-100063712345678/'),
    'pass',
  ],
  ['passes a tab of a profile', link('https://www.linkedin.com/company/acme/posts/'), 'pass'],
  ['passes a profile whose name begins like one', link('https://x.com/sharethefacts'), 'pass'],
  ['does not count a host that only looks like one', link('https://facebook.com.example.org/x'), 'none'],
]);

it.each([
  [link('https://x.com/a'), 'The page links to 1 social network profile (“https://x.com/a”).'],
  [
    { html: ['a', 'b', 'c'].map((name) => link(`https://x.com/${name}`).html).join('') },
    'The page links to 3 social network profiles (“https://x.com/a”, “https://x.com/b” and 1 more).',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(social, page))).toBe(message);
});
