/** What Lighthouse looks at pages with, in CSS pixels and dots per pixel. Chromium says of an emulated phone that it is
 *  touched and never hovers.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/emulation.md */
const WIDTH = 412;
const HEIGHT = 823;
const SCALE = 1.75;
const ROOT_FONT_SIZE = 16;

const NUMBERS: Readonly<Record<string, number>> = {
  width: WIDTH,
  'device-width': WIDTH,
  height: HEIGHT,
  'device-height': HEIGHT,
  'aspect-ratio': WIDTH / HEIGHT,
  'device-aspect-ratio': WIDTH / HEIGHT,
  resolution: SCALE,
  '-webkit-device-pixel-ratio': SCALE,
  color: 8,
  'color-index': 0,
  monochrome: 0,
  grid: 0,
  'horizontal-viewport-segments': 1,
  'vertical-viewport-segments': 1,
};

const KEYWORDS: Readonly<Record<string, string>> = {
  orientation: 'portrait',
  hover: 'none',
  'any-hover': 'none',
  pointer: 'coarse',
  'any-pointer': 'coarse',
  'prefers-color-scheme': 'light',
  'prefers-reduced-motion': 'no-preference',
  'prefers-reduced-transparency': 'no-preference',
  'prefers-reduced-data': 'no-preference',
  'prefers-contrast': 'no-preference',
  'forced-colors': 'none',
  'inverted-colors': 'none',
  'color-gamut': 'srgb',
  'dynamic-range': 'standard',
  'video-dynamic-range': 'standard',
  'display-mode': 'browser',
  'overflow-block': 'scroll',
  'overflow-inline': 'scroll',
  scripting: 'enabled',
  scan: 'progressive',
  update: 'fast',
};
const UNSET = new Set(['none', 'no-preference']);

/** Pixels, or dots per pixel, in one of each unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  em: ROOT_FONT_SIZE,
  rem: ROOT_FONT_SIZE,
  ex: ROOT_FONT_SIZE / 2,
  ch: ROOT_FONT_SIZE / 2,
  vw: WIDTH / 100,
  vh: HEIGHT / 100,
  in: 96,
  cm: 96 / 2.54,
  mm: 9.6 / 2.54,
  pt: 4 / 3,
  pc: 16,
  dppx: 1,
  x: 1,
  dpi: 1 / 96,
  dpcm: 2.54 / 96,
};

/** `(hover)`. null: no such feature. */
export function isFeatureSet(name: string): boolean | null {
  const keyword = KEYWORDS[name];
  if (keyword !== undefined) return !UNSET.has(keyword);
  const number = NUMBERS[name];
  return number === undefined ? null : number !== 0;
}

/** `(min-width: 40em)`, `(orientation: portrait)`. null: no such feature or value. */
export function featureHolds(name: string, value: string): boolean | null {
  const keyword = KEYWORDS[name];
  if (keyword !== undefined) return keyword === value.trim().toLowerCase();
  const [, vendor = '', limit, plain = ''] = /^(-webkit-)?(min|max)-(.+)$/.exec(name) ?? [];
  if (limit === undefined) return rangeHolds(name, '=', value);
  return rangeHolds(vendor + plain, limit === 'min' ? '>=' : '<=', value);
}

/** `(width >= 40em)`. null: no such feature or value. */
export function rangeHolds(name: string, operator = '', value = ''): boolean | null {
  const actual = NUMBERS[name];
  const wanted = numberOf(value);
  if (actual === undefined || wanted === null) return null;
  switch (operator) {
    case '<':
      return actual < wanted;
    case '<=':
      return actual <= wanted;
    case '>':
      return actual > wanted;
    case '>=':
      return actual >= wanted;
    default:
      return actual === wanted;
  }
}

function numberOf(value: string): number | null {
  const text = value.trim().toLowerCase();
  const [, width, height] = /^([\d.]+)\s*\/\s*([\d.]+)$/.exec(text) ?? [];
  if (width !== undefined && height !== undefined) return Number(width) / Number(height);
  const [, digits, unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)([a-z]*)$/.exec(text) ?? [];
  const factor = UNITS[unit];
  return digits === undefined || factor === undefined ? null : Number(digits) * factor;
}
