import { type LighthouseParity } from './lighthouse.js';
import { type ObservatoryParity } from './observatory-grade.js';

/** What two reference engines make of the same page, with their quirks: Lighthouse 12.8 and the HTTP Observatory. */
export interface Parity {
  readonly lighthouse: LighthouseParity;
  readonly observatory: ObservatoryParity;
}
