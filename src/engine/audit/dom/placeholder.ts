import { attribute, type Element } from './dom.js';

/** Where scripts that load images late keep the address of the image: lazysizes, a3 Lazy Load, lozad, jQuery Lazy Load,
 *  WP Rocket, Magento. */
const LATE_SOURCES = [
  'data-src',
  'data-srcset',
  'data-lazy-src',
  'data-lazy-srcset',
  'data-original',
  'data-lazy',
];

/** Whether a script puts another image in the place of this one when it is needed. */
export function isPlaceholder(image: Element): boolean {
  return LATE_SOURCES.some((name) => (attribute(image, name) ?? '').trim() !== '');
}
