import { type Difference, type LighthouseResults } from './differences.js';
import { variantId, type Without } from './variants.js';

/** What Lighthouse needs of a page beyond its markup to come to its verdict. */
export const CAUSES = ['style sheets', 'scripts', 'both', 'other', 'unknown'] as const;
export type Cause = (typeof CAUSES)[number];

/** Lighthouse's verdict on the page served without; undefined if the page was not graded, or was blank. */
export function verdictWithout(
  without: Without,
  { id, audit, variants }: { id: string; audit: string; variants: LighthouseResults },
): number | null | undefined {
  return variants[variantId(id, without)]?.audits[audit];
}

/** `style sheets`: the verdict needs them, but no script. `scripts`: it needs scripts alone. `other`: it is the same
 *  without either, or the product is wrong about the bare markup, too. */
export function causeOf(id: string, difference: Difference, variants: LighthouseResults): Cause {
  if (neededVariants(id, difference, variants).some((without) => !variants[variantId(id, without)])) {
    return 'unknown';
  }
  const { audit, theirs, ours } = difference;
  const without = (what: Without) => verdictWithout(what, { id, audit, variants });
  if (without('scripts') === theirs) return without('both') === ours ? 'style sheets' : 'other';
  return without('sheets') === theirs ? 'scripts' : 'both';
}

/** Variants that tell the cause of a difference, as far as is known from those that were graded. */
export function neededVariants(id: string, difference: Difference, variants: LighthouseResults): Without[] {
  if (!variants[variantId(id, 'scripts')]) return ['scripts'];
  const { audit, theirs } = difference;
  const needsScripts = verdictWithout('scripts', { id, audit, variants }) !== theirs;
  return ['scripts', needsScripts ? 'sheets' : 'both'];
}
