import { join } from 'node:path';
import { type Certificates } from './certificates.js';
import { type LighthouseResult } from './lighthouse-result.js';
import { PATHS } from './paths.js';
import { ResultCache } from './result-cache.js';
import { type Site } from './site.js';
import { type PoolOptions } from './worker-pool.js';

/** Results of earlier runs. */
export const lighthouseCache = new ResultCache<LighthouseResult>(PATHS.lighthouseCache, 'lighthouse 12.8.2');
export const wholeLighthouseCache = new ResultCache<LighthouseResult>(
  PATHS.lighthouseCache,
  'lighthouse 12.8.2, whole pages',
);

/** Processes with a Chromium each; `long` leaves Lighthouse the waits that it has by itself,
 *  `doctype` runs that audit alone, with all that it looks at, `whole` waits for scripts and notes what failed. */
export function lighthousePool(
  site: Site,
  { spki }: Certificates,
  workers: number,
  mode: 'short' | 'long' | 'doctype' | 'whole',
): PoolOptions<LighthouseResult> {
  return {
    module: join(import.meta.dirname, 'lighthouse-worker.ts'),
    args: [String(site.httpPort), String(site.httpsPort), spki, mode],
    env: {},
    workers,
    timeoutMs: 120_000,
    failed: ({ message }) => ({ score: null, audits: {}, findings: {}, runtimeError: message }),
  };
}
