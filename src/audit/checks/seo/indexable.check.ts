import { type DocumentCheck, fail, pass, warn } from '../../check.js';
import { AGENTS, obstaclesOn } from '../../robots-txt/indexing.js';

export const indexable: DocumentCheck = {
  id: 'indexable',
  name: 'Indexing allowed',
  category: 'seo',
  importance: 'high',
  what: 'At least one search engine may index the page.',
  why: 'A page that robots may not index or fetch does not appear in search results, however good it is.',
  fix: 'Remove noindex and none from robots meta elements and X-Robots-Tag headers, and remove the Disallow rule for this URL from robots.txt.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/robots-meta-tag',
  method: 'exact',
  scoreCap: 49,
  examples: {
    passes: { html: '<head><meta name="robots" content="index, nosnippet"></head>' },
    fails: { html: '<head><meta name="robots" content="noindex"></head>' },
  },
  run(page) {
    const obstacles = obstaclesOn(page);
    const blocked = AGENTS.map((agent) => ({ agent, evidence: obstacles(agent) })).filter(
      (b) => b.evidence.length > 0,
    );
    const names = blocked.map(({ agent }) => agent ?? '*');
    if (blocked.length === 0) return pass([]);
    const evidence = blocked[0]?.evidence ?? [];
    return blocked.length === AGENTS.length
      ? fail('blocked_for_all', { value: names, evidence })
      : warn('blocked_for_some', { value: names, evidence });
  },
};
