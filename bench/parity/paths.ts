import { join } from 'node:path';

const home = import.meta.dirname;

/** Where the lab keeps what it makes. */
export const PATHS = {
  cases: join(home, 'out/cases'),
  lighthouse: join(home, 'out/lighthouse.json'),
  observatory: join(home, 'out/observatory.json'),
  doctype: join(home, 'out/doctype.json'),
  pagegrade: join(home, 'out/pagegrade.json'),
  comparison: join(home, 'out/comparison.md'),
  tls: join(home, 'cache/tls'),
  lighthouseCache: join(home, 'cache/lighthouse'),
  observatoryCache: join(home, 'cache/observatory'),
} as const;
