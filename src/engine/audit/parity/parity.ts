import { type LighthouseParity } from './lighthouse.js';
import { type ObservatoryParity } from './observatory-grade.js';

/** Results of two reference engines for the same page, quirks included: Lighthouse 12.8 and the HTTP Observatory. */
export interface Parity {
  readonly lighthouse: LighthouseParity;
  readonly observatory: ObservatoryParity;
}
