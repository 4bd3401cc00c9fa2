/** The phone that Lighthouse emulates, in CSS pixels and dots per pixel. Chromium reports that an emulated phone has a
 *  touch screen without hover.
 *  @see https://github.com/GoogleChrome/lighthouse/blob/main/docs/emulation.md */
export const PHONE_WIDTH = 412;
const HEIGHT = 823;
export const PHONE_SCALE = 1.75;
const ROOT_FONT_SIZE = 16;

/** Numeric features that don't depend on the layout width. */
const NUMBERS: Readonly<Record<string, number>> = {
  'device-width': PHONE_WIDTH,
  'device-height': HEIGHT,
  'aspect-ratio': PHONE_WIDTH / HEIGHT,
  'device-aspect-ratio': PHONE_WIDTH / HEIGHT,
  resolution: PHONE_SCALE,
  '-webkit-device-pixel-ratio': PHONE_SCALE,
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

/** Pixels, or dots per pixel, per unit. */
const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  px: 1,
  em: ROOT_FONT_SIZE,
  rem: ROOT_FONT_SIZE,
  ex: ROOT_FONT_SIZE / 2,
  ch: ROOT_FONT_SIZE / 2,
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

/** A phone with the layout width of one page, which media queries depend on. */
export class Phone {
  /** @param width layout width of the page, in CSS pixels */
  constructor(readonly width: number) {}

  /** `(hover)`. null: no such feature. */
  has(name: string): boolean | null {
    const keyword = KEYWORDS[name];
    if (keyword !== undefined) return !UNSET.has(keyword);
    const number = this.numberFor(name);
    return number === undefined ? null : number !== 0;
  }

  /** `(min-width: 40em)`, `(orientation: portrait)`. null: no such feature or value. */
  holds(name: string, value: string): boolean | null {
    const keyword = KEYWORDS[name];
    if (keyword !== undefined) return keyword === value.trim().toLowerCase();
    const [, vendor = '', limit, plain = ''] = /^(-webkit-)?(min|max)-(.+)$/.exec(name) ?? [];
    if (limit === undefined) return this.isWithin(name, '=', value);
    return this.isWithin(vendor + plain, limit === 'min' ? '>=' : '<=', value);
  }

  /** `(width >= 40em)`. null: no such feature or value. */
  isWithin(name: string, operator = '', value = ''): boolean | null {
    const actual = this.numberFor(name);
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

  /** A length in CSS pixels, like `40em` or `50vw`. null: not a positive length without a function. */
  pixelsIn(length: string): number | null {
    const [, share] = /^([\d.]+)vw$/i.exec(length) ?? [];
    const pixels = share === undefined ? numberOf(length) : (Number(share) * this.width) / 100;
    return pixels !== null && pixels > 0 ? pixels : null;
  }

  private numberFor(name: string): number | undefined {
    if (name === 'width') return this.width;
    return name === 'height' ? (this.width * HEIGHT) / PHONE_WIDTH : NUMBERS[name];
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
