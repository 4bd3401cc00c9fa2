import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { isInHead } from '../../dom/dom.js';
import { resourcesOf } from '../../dom/resources.js';
import { googleRobotsOf } from '../../robots-txt/google-robots.js';
import { ROBOTS_TXT_UNKNOWN } from '../../robots-txt/unknown.js';
import { isUnheard } from '../../surroundings.js';

export const robotsBlocksResources = documentCheck({
  id: 'robots_blocks_resources',
  name: 'Files blocked by robots.txt',
  category: 'seo',
  importance: 'medium',
  what: "The robots.txt lets Googlebot fetch the site's style sheets and scripts in the head.",
  why: 'Google renders pages like a browser. Without their style sheets and scripts, it sees a different page than visitors do.',
  fix: 'Remove the Disallow rules for these files, or add longer Allow rules.',
  source: 'https://developers.google.com/crawling/docs/robots-txt/robots-txt-intro',
  method: 'exact',
  value: { resources: 'integer', blocked: 'integer' },
  messages: {
    pass: ({ resources }) =>
      `The head loads ${filesText(resources)} from this site, and no rule in robots.txt keeps Googlebot away.`,
    blocked: ({ resources, blocked }) =>
      `Googlebot may not fetch ${blocked.toLocaleString('en')} of ${filesText(resources)} that the head loads from this site.`,
    unknown: ROBOTS_TXT_UNKNOWN,
    no_resources: 'The head loads no style sheets or scripts from this site.',
  },
  examples: {
    passes: { html: '<head><script src="/a.js"></script></head>', robotsTxt: { status: 404, body: '' } },
    fails: {
      html: '<head><script src="/js/a.js"></script></head>',
      robotsTxt: { status: 200, body: 'User-agent: *\nDisallow: /js/' },
    },
  },
  run(page) {
    const own = `${new URL(page.url).origin}/`;
    const needed = resourcesOf(page).filter(
      ({ kind, url, element }) =>
        (kind === 'script' || kind === 'style') && url.startsWith(own) && isInHead(page.dom, element),
    );
    if (needed.length === 0) return notApplicable('no_resources');
    if (isUnheard(page.robotsTxt)) return notApplicable('unknown');
    const robots = googleRobotsOf(page.robotsTxt);
    const addresses = [...new Set(needed.map(({ url }) => url))].slice(0, robots.judgeable('Googlebot'));
    const closed = new Set(addresses.filter((url) => !robots.judge(url, 'Googlebot').isAllowed));
    const blocked = needed.filter(({ url }) => closed.has(url));
    const value = { resources: needed.length, blocked: blocked.length };
    if (blocked.length === 0) return pass(value);
    return fail('blocked', { value, evidence: blocked.map(({ element }) => element) });
  },
});

function filesText(count: number): string {
  return counted(count, 'style sheet or script', 'style sheets and scripts');
}
