/** What a monitor runs: the audit of a page, or the crawl of a website. */
export const MONITOR_KINDS = ['page', 'crawl'] as const;

export type MonitorKind = (typeof MONITOR_KINDS)[number];

export const MAX_CRAWLED_PAGES = 500;
export const DEFAULT_CRAWLED_PAGES = 100;
