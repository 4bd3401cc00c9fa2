import { type DocumentCheck, fail, pass } from '../../check.js';
import { resourcesOf } from '../../dom/resources.js';

export const httpRequests: DocumentCheck = {
  id: 'http_requests',
  name: 'Number of requests',
  category: 'performance',
  importance: 'medium',
  what: 'The markup loads at most 50 files (`files`).',
  why: 'Each file takes a request, and many requests delay each other on slow connections.',
  fix: 'Combine small scripts and style sheets, remove those that this page does not use, and lazy-load content below the fold.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/resource-summary',
  method: 'approximate',
  examples: {
    passes: { html: '<img src="/a.png" alt="">' },
    fails: { html: Array.from({ length: 51 }, (_, n) => `<img src="/${String(n)}.png" alt="">`).join('') },
  },
  run(page) {
    const kinds = new Map(resourcesOf(page).map(({ url, kind }) => [url, kind]));
    const counts: Record<string, number> = {};
    for (const kind of kinds.values()) counts[kind] = (counts[kind] ?? 0) + 1;
    const value = { requests: kinds.size, ...counts };
    return kinds.size <= page.limits.files ? pass(value) : fail('too_many', { value });
  },
};
