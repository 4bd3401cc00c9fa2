// Without what writes them: the list of options is read at each start.

export const AUDIT_FORMATS = [
  'text',
  'json',
  'sarif',
  'junit',
  'markdown',
  'html',
  'codequality',
  'github',
] as const;

export type AuditFormat = (typeof AUDIT_FORMATS)[number];

export const CRAWL_FORMATS = ['text', 'json', 'markdown', 'github'] as const;

export type CrawlFormat = (typeof CRAWL_FORMATS)[number];
