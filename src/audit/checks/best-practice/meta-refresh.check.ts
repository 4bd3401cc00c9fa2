import { type DocumentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { baseUrlOf } from '../../dom/head.js';
import { parseRefresh, refreshMetas } from '../../dom/refresh.js';

/** Twenty hours: what WCAG takes for no limit.
 *  @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable.html */
const MAX_SECONDS = 72_000;

export const metaRefresh: DocumentCheck = {
  id: 'meta_refresh',
  name: 'Timed refresh',
  category: 'best_practice',
  importance: 'medium',
  what: 'The page neither reloads by itself nor sends readers elsewhere.',
  why: 'People who read slowly, or have the page read to them, lose their place.',
  fix: 'Remove <meta http-equiv="refresh">; redirect by status 301 instead.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  method: 'exact',
  examples: {
    passes: { html: '<head></head>' },
    fails: { html: '<head><meta http-equiv="refresh" content="30"></head>' },
  },
  run(page) {
    const base = baseUrlOf(page);
    const metas = refreshMetas(page).flatMap((element) => {
      const refresh = parseRefresh(attribute(element, 'content') ?? '', base);
      return refresh ? [{ element, ...refresh }] : [];
    });
    const viaRefresh = page.hops.some(({ status }) => status === null);
    const delayed = metas.filter(({ seconds }) => seconds > 0 && seconds <= MAX_SECONDS);
    if (delayed.length > 0) {
      return fail('delayed', {
        value: delayed[0]?.seconds ?? 0,
        evidence: delayed.map(({ element }) => element),
      });
    }
    if (viaRefresh || metas.some(({ seconds }) => seconds === 0)) {
      return warn('immediate', { evidence: metas.map(({ element }) => element) });
    }
    return metas.length === 0 ? pass() : notApplicable('beyond_twenty_hours');
  },
};
