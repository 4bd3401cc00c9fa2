import { type Request } from 'express';
import { type Config } from '../config/config.js';
import { parsedUrl } from '../url.js';

/** Base of absolute links, without a trailing slash: the setting, or what the client called us. Express reads
 *  `X-Forwarded-*` only where a trusted proxy is connected. */
export function baseUrlOf(request: Request, config: Config): string {
  if (config.publicUrl !== null) return config.publicUrl;
  const host = request.host as string | undefined;
  const scheme = request.protocol === 'https' ? 'https' : 'http';
  const base = `${scheme}://${host ?? ''}`;
  return parsedUrl(base)?.origin ?? 'http://localhost';
}
