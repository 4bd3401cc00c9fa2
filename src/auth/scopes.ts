export const SCOPES = [
  'reports:read',
  'reports:write',
  'websites:read',
  'websites:write',
  'keys:read',
  'keys:write',
  'webhooks:read',
  'webhooks:write',
  'monitors:read',
  'monitors:write',
  'crawls:read',
  'crawls:write',
] as const;

/** What a key may do. */
export type Scope = (typeof SCOPES)[number];

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}
