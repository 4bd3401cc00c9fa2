import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { aiCrawlers } from './ai-crawlers.check.js';

const robots = (body: string, status: number | null = 200) => ({ html: '', robotsTxt: { status, body } });

verdictsOf(aiCrawlers, [
  ['does not apply without a response for robots.txt', robots('', null), 'not_applicable'],
  ['passes without a robots.txt', robots('', 404), 'pass'],
  ['passes a rule for others', robots('User-agent: Googlebot\nDisallow: /'), 'pass'],
  ['reports one that is blocked', robots('User-agent: ccbot\nDisallow: /'), 'some_blocked'],
  ['reports all that are blocked', robots('User-agent: *\nDisallow: /'), 'some_blocked'],
]);

it.each([
  [robots('', 404), 'All 13 known AI crawlers may fetch the page.'],
  [robots('User-agent: ccbot\nDisallow: /'), '1 of 13 known AI crawlers may not fetch the page (CCBot).'],
  [
    robots('User-agent: *\nDisallow: /\n\nUser-agent: ccbot\nAllow: /'),
    '12 of 13 known AI crawlers may not fetch the page (GPTBot, OAI-SearchBot, ChatGPT-User and 9 more).',
  ],
  [robots('User-agent: *\nDisallow: /'), 'None of the 13 known AI crawlers may fetch the page.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(aiCrawlers, page))).toBe(message);
});
