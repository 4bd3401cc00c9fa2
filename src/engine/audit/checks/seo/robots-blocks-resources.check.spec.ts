import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { robotsBlocksResources } from './robots-blocks-resources.check.js';

const robotsTxt = { status: 200, body: 'User-agent: Googlebot\nDisallow: /assets/\n' };

verdictsOf(robotsBlocksResources, [
  ['does not apply without styles and scripts', { html: '<p>text', robotsTxt }, 'not_applicable'],
  [
    'does not judge another site’s files',
    { html: '<head><script src="https://cdn.example/assets/a.js"></script></head>', robotsTxt },
    'not_applicable',
  ],
  ['passes a file that is open', { html: '<head><script src="/a.js"></script></head>', robotsTxt }, 'pass'],
  [
    'fails a style that is closed',
    { html: '<head><link rel="stylesheet" href="/assets/a.css"></head>', robotsTxt },
    'blocked',
  ],
  [
    'does not judge what the body names',
    { html: '<head></head><body><script src="/assets/a.js"></script>', robotsTxt },
    'not_applicable',
  ],
]);

it('counts the files', () => {
  const closed = '<link rel="stylesheet" href="/assets/a.css">';
  const open = '<script src="/a.js"></script>';
  const messageFor = (head: string) =>
    messageOf(findingOn(robotsBlocksResources, { html: `<head>${head}</head>`, robotsTxt }));
  expect(messageFor(closed + open + open)).toBe(
    'Googlebot may not fetch 1 of 3 style sheets and scripts that the head loads from this site.',
  );
  expect(messageFor(open)).toBe(
    'The head loads 1 style sheet or script from this site, and no rule in robots.txt keeps Googlebot away.',
  );
});
