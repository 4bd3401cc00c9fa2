import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { effectiveRefresh } from '../../dom/refresh.js';

/** Twenty hours; WCAG does not consider longer times a limit.
 *  @see https://www.w3.org/WAI/WCAG22/Understanding/timing-adjustable.html */
const MAX_SECONDS = 72_000;

export const metaRefresh = documentCheck({
  id: 'meta_refresh',
  name: 'Timed refresh',
  category: 'best_practice',
  importance: 'medium',
  what: 'The page does not reload or redirect by itself after a delay.',
  why: 'People who read slowly or use a screen reader lose their place.',
  fix: 'Remove <meta http-equiv="refresh"> and the Refresh header; to redirect, use status 301.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/bc659a/',
  method: 'exact',
  value: { delay_seconds: 'integer?' },
  messages: {
    pass: 'No meta refresh reloads the page or redirects from it.',
    delayed: ({ delay_seconds }) =>
      `The page reloads or redirects by itself after ${counted(delay_seconds ?? 0, 'second')}.`,
    immediate: ({ delay_seconds }) =>
      delay_seconds === null
        ? 'The requested URL led to this page by an immediate refresh.'
        : 'The page reloads or redirects by itself immediately.',
    beyond_twenty_hours: 'The refresh of the page takes effect only after more than twenty hours.',
  },
  examples: {
    passes: { html: '<head></head>' },
    fails: { html: '<head><meta http-equiv="refresh" content="30"></head>' },
  },
  run(page) {
    const refresh = effectiveRefresh(page);
    const evidence = refresh ? [refresh.place] : [];
    if (refresh && refresh.seconds > 0 && refresh.seconds <= MAX_SECONDS) {
      return fail('delayed', { value: { delay_seconds: refresh.seconds }, evidence });
    }
    const wasRefreshed = page.hops.some(({ status }) => status === null);
    if (refresh?.seconds === 0) return warn('immediate', { value: { delay_seconds: 0 }, evidence });
    if (wasRefreshed) return warn('immediate', { value: { delay_seconds: null }, evidence });
    return refresh ? notApplicable('beyond_twenty_hours') : pass({ delay_seconds: null });
  },
});
