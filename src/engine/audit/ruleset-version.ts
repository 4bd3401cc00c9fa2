import { type CheckLimits, DEFAULT_LIMITS } from './limits.js';
import { type Bands, DEFAULT_BANDS, DEFAULT_WEIGHTS, RULESET_VERSION, type Weights } from './score.js';

/** Settings that decide about scores and results. */
export interface RulesetSettings {
  /** Default: {@link DEFAULT_LIMITS}. */
  readonly checkLimits?: CheckLimits;
  /** Default: {@link DEFAULT_WEIGHTS}. */
  readonly weights?: Weights;
  readonly bands: Bands;
}

/** Version of the rule set with changed settings: `2026-11-20+words=500,low=0`. */
export function rulesetVersionOf({ checkLimits, weights, bands }: RulesetSettings): string {
  const defaults = new Map(Object.entries({ ...DEFAULT_LIMITS, ...DEFAULT_WEIGHTS, ...DEFAULT_BANDS }));
  const changes = Object.entries({ ...checkLimits, ...weights, ...bands })
    .filter(([name, value]) => defaults.get(name) !== value)
    .map(([name, value]) => `${name}=${String(value)}`);
  return [RULESET_VERSION, ...(changes.length > 0 ? [changes.join(',')] : [])].join('+');
}

/** Weights that a score was computed with.
 *  @param version result of {@link rulesetVersionOf}, also of an earlier release; all had the same default weights */
export function weightsOf(version: string): Weights {
  const [, changes = ''] = version.split('+');
  const changed = new Map(changes.split(',').map((change) => pairOf(change)));
  const weights = Object.entries(DEFAULT_WEIGHTS).map(([name, weight]) => [
    name,
    changed.get(name) ?? weight,
  ]);
  return Object.fromEntries(weights) as Weights;
}

function pairOf(change: string): [string, number] {
  const [name = '', value] = change.split('=');
  return [name, Number(value)];
}
