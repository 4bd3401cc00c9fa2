/** Of text.
 *  @see https://www.w3.org/TR/WCAG22/#contrast-minimum */
export const MIN_CONTRAST = 4.5;

/** The backgrounds of links with the least contrast: of `STYLE`, the darkest in light mode, the lightest in dark mode. */
const [LIGHT_GROUND, DARK_GROUND] = ['#fdecea', '#14301f'];
const [BLACK, WHITE] = ['#000000', '#ffffff'];
const STEPS = 50;

/** Path of the style sheet that gives pages this accent color.
 *  @param color `#0b57a4` */
export function accentPath(color: string): string {
  return `/accents/${color.slice(1)}.css`;
}

/** Colors links, buttons and the line below the header: as close to the color as is legible in light and dark mode.
 *  @param color `#0b57a4` */
export function accentStyle(color: string): string {
  const light = legible(color, LIGHT_GROUND, BLACK);
  const dark = legible(color, DARK_GROUND, WHITE);
  return `:root { --link: light-dark(${light}, ${dark}); }
@media screen { .bar { border-bottom: 3px solid var(--link); } }
`;
}

/** Contrast of two colors, from 1 to 21.
 *  @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrastOf(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

/** The color, mixed with as little of another as gives it enough contrast. */
function legible(color: string, ground: string, added: string): string {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mixOf(color, added, step / STEPS);
    if (contrastOf(mixed, ground) >= MIN_CONTRAST) return mixed;
  }
  return added;
}

function mixOf(color: string, added: string, share: number): string {
  const more = channelsOf(added);
  const channels = channelsOf(color).map((value, at) =>
    Math.round(value + ((more[at] ?? 0) - value) * share),
  );
  return `#${Buffer.from(channels).toString('hex')}`;
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance */
function luminanceOf(color: string): number {
  const [red = 0, green = 0, blue = 0] = channelsOf(color).map((value) => {
    const share = value / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channelsOf(color: string): number[] {
  return [...Buffer.from(color.slice(1), 'hex')];
}
