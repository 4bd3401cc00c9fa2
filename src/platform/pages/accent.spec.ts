import { accentStyle, contrastOf, MIN_CONTRAST } from './accent.js';
import { STYLE } from './style.js';

/** Both values of a color of the style sheet. */
const GROUNDS = [...STYLE.matchAll(/--(?:ground|panel|\w+-tint):light-dark\((#\w+),(#\w+)\)/g)];

const linkColors = (color: string) =>
  (/--link: light-dark\((#\w{6}), (#\w{6})\)/.exec(accentStyle(color)) ?? []).slice(1);

it('computes the contrasts of WCAG', () => {
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21);
  expect(contrastOf('#ffffff', '#777777')).toBeCloseTo(4.48, 2);
  expect(contrastOf('#0b57a4', '#0b57a4')).toBe(1);
});

it.each(['#000000', '#0b57a4', '#767676', '#c2185b', '#008000', '#0000ff', '#ff0000'])(
  'makes %s legible on every background of the pages, light and dark',
  (color) => {
    const [light = '', dark = ''] = linkColors(color);
    expect(GROUNDS).toHaveLength(5);
    for (const [, onLight = '', onDark = ''] of GROUNDS) {
      expect(contrastOf(light, onLight)).toBeGreaterThanOrEqual(MIN_CONTRAST);
      expect(contrastOf(dark, onDark)).toBeGreaterThanOrEqual(MIN_CONTRAST);
    }
  },
);

it('keeps a color that is legible', () => {
  expect(linkColors('#0b57a4')[0]).toBe('#0b57a4');
  expect(linkColors('#767676')[0]).not.toBe('#767676');
});
