import { type DocumentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { effectiveRefresh } from '../../dom/refresh.js';

/** Twenty hours; WCAG does not consider longer times a limit.
 *  @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable.html */
const MAX_SECONDS = 72_000;

export const metaRefresh: DocumentCheck = {
  id: 'meta_refresh',
  name: 'Timed refresh',
  category: 'best_practice',
  importance: 'medium',
  what: 'The page does not reload or redirect by itself after a delay.',
  why: 'People who read slowly or use a screen reader lose their place.',
  fix: 'Remove <meta http-equiv="refresh">; to redirect, use status 301.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  method: 'exact',
  examples: {
    passes: { html: '<head></head>' },
    fails: { html: '<head><meta http-equiv="refresh" content="30"></head>' },
  },
  run(page) {
    const refresh = effectiveRefresh(page);
    const evidence = refresh ? [refresh.element] : [];
    if (refresh && refresh.seconds > 0 && refresh.seconds <= MAX_SECONDS) {
      return fail('delayed', { value: refresh.seconds, evidence });
    }
    const wasRefreshed = page.hops.some(({ status }) => status === null);
    if (wasRefreshed || refresh?.seconds === 0) return warn('immediate', { evidence });
    return refresh ? notApplicable('beyond_twenty_hours') : pass();
  },
};
