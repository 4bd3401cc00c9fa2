import { type Rating } from '../../engine/rendering/web-vitals.js';

/** How ratings of metrics look and what they are called. */
export const RATINGS: Readonly<Record<Rating, readonly [style: string, words: string]>> = {
  good: ['good', 'good'],
  needs_improvement: ['decent', 'needs improvement'],
  poor: ['bad', 'poor'],
};
