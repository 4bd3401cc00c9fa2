import { verdictsOf } from '../verdicts.fixture.js';
import { aiCrawlers } from './ai-crawlers.check.js';

const robots = (body: string, status: number | null = 200) => ({ html: '', robotsTxt: { status, body } });

verdictsOf(aiCrawlers, [
  ['does not apply without a response for robots.txt', robots('', null), 'not_applicable'],
  ['passes without a robots.txt', robots('', 404), 'pass'],
  ['passes a rule for others', robots('User-agent: Googlebot\nDisallow: /'), 'pass'],
  ['reports one that is blocked', robots('User-agent: ccbot\nDisallow: /'), 'some_blocked'],
  ['reports all that are blocked', robots('User-agent: *\nDisallow: /'), 'some_blocked'],
]);
