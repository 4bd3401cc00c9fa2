import { type LighthouseParity } from './lighthouse.js';
import { type ObservatoryParity } from './observatory-grade.js';

/** Verdicts of two reference engines on the same page, quirks included: Lighthouse 12.8 and the HTTP Observatory. */
export interface Parity {
  readonly lighthouse: LighthouseParity;
  readonly observatory: ObservatoryParity;
}
