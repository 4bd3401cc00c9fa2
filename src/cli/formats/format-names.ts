/** Formats of `audit`, without what writes them: the list of options is read at each start. */
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
