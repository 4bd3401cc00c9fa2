import { join } from 'node:path';

const home = import.meta.dirname;

/** The corpus `whole` has results of its own. */
const out = join(home, process.env.PARITY_CORPUS === 'whole' ? 'out/whole' : 'out');

/** Where the lab keeps what it makes. */
export const PATHS = {
  cases: join(out, 'cases'),
  lighthouse: join(out, 'lighthouse.json'),
  observatory: join(out, 'observatory.json'),
  doctype: join(out, 'doctype.json'),
  pagegrade: join(out, 'pagegrade.json'),
  comparison: join(out, 'comparison.md'),
  variants: join(out, 'variants.json'),
  npmPackages: join(home, 'cache/npm'),
  tls: join(home, 'cache/tls'),
  lighthouseCache: join(home, 'cache/lighthouse'),
  observatoryCache: join(home, 'cache/observatory'),
} as const;
