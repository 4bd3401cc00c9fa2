import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { anchorsOf } from '../../parity/crawlable-anchors.js';

export const crawlableAnchors = documentCheck({
  id: 'crawlable_anchors',
  name: 'Crawlable links',
  category: 'seo',
  importance: 'medium',
  what: 'Every link has a URL instead of a script.',
  why: 'Crawlers follow URLs. They never find pages that only a script opens.',
  fix: 'Give each link an href with the URL that it opens. If it opens none, use a button.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  method: 'approximate',
  value: { links: 'integer', uncrawlable: 'integer' },
  messages: {
    pass: ({ links }) => `The page has ${counted(links, 'link')} and no link that only a script can open.`,
    uncrawlable: ({ links, uncrawlable }) =>
      `${uncrawlable.toLocaleString('en')} of ${counted(links, 'link')} ${uncrawlable === 1 ? 'has' : 'have'} no URL that crawlers can follow.`,
    no_links: 'The page has no links.',
  },
  examples: {
    passes: { html: '<a href="/shoes">Shoes</a>' },
    fails: { html: '<a href="javascript:void(0)">Shoes</a>' },
  },
  run(page) {
    const { anchors, uncrawlable } = anchorsOf(page, false);
    if (anchors === 0) return notApplicable('no_links');
    const value = { links: anchors, uncrawlable: uncrawlable.length };
    return uncrawlable.length === 0 ? pass(value) : fail('uncrawlable', { value, evidence: uncrawlable });
  },
});
