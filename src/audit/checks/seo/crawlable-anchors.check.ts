import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { uncrawlableAnchors } from '../../parity/crawlable-anchors.js';

export const crawlableAnchors: DocumentCheck = {
  id: 'crawlable_anchors',
  name: 'Crawlable links',
  category: 'seo',
  importance: 'medium',
  what: 'Every link has a URL instead of a script.',
  why: 'Crawlers follow URLs. They never find pages that only a script opens.',
  fix: 'Give each link an href with the URL that it opens. If it opens none, use a button.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/links-crawlable',
  method: 'approximate',
  examples: {
    passes: { html: '<a href="/shoes">Shoes</a>' },
    fails: { html: '<a href="javascript:void(0)">Shoes</a>' },
  },
  run(page) {
    const { anchors, uncrawlable } = uncrawlableAnchors(page);
    if (anchors === 0) return notApplicable('no_links');
    const value = { links: anchors, uncrawlable: uncrawlable.length };
    return uncrawlable.length === 0 ? pass(value) : fail('uncrawlable', { value, evidence: uncrawlable });
  },
};
