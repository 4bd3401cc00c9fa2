import { textWidth } from '../engine/audit/dom/text-width.js';
import { type Result } from '../engine/audit/score.js';
import { type Brand, hasIdentity } from '../platform/pages/brand.js';
import { html } from '../platform/pages/html.js';

/** Content of a badge. */
export type BadgeState = { readonly score: number; readonly result: Result } | 'not graded' | 'locked';

/** Each has a contrast of at least 4.5 to white text. */
const COLORS: Readonly<Record<Result | 'none', string>> = {
  good: '#10693a',
  decent: '#7a4f00',
  bad: '#a8231b',
  none: '#525c68',
};

const OUR_LABEL = 'pagegrade';
/** Of a brand that is shown by its logo alone. */
const PLAIN_LABEL = 'score';
const MAX_LABEL = 30;
const FONT_SIZE = 11;
/** Average width of a character; `textLength` fits the text to it. */
const CHARACTER_WIDTH = 6.6;
const PADDING = 7;

/** A badge as SVG, 20 px high.
 *  @param brand whose name it has; null: ours */
export function badge(state: BadgeState, brand: Brand | null): string {
  const label = labelOf(brand);
  const [message, color] =
    typeof state === 'string'
      ? [state, COLORS.none]
      : [`${String(state.score)} ${state.result}`, COLORS[state.result]];
  const left = widthOf(label);
  const right = widthOf(message);
  const width = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${label}: ${message}">
<title>${label}: ${message}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2b323a"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,'DejaVu Sans',Geneva,sans-serif" font-size="${FONT_SIZE}">
<text x="${left / 2}" y="14" textLength="${left - 2 * PADDING}">${label}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 2 * PADDING}">${message}</text>
</g>
</svg>
`.text;
}

function labelOf(brand: Brand | null): string {
  if (!hasIdentity(brand)) return OUR_LABEL;
  const name = [...(brand.name ?? PLAIN_LABEL)];
  return name.length > MAX_LABEL ? `${name.slice(0, MAX_LABEL - 1).join('')}…` : name.join('');
}

/** Characters of Chinese, Japanese and Korean are wider. */
function widthOf(text: string): number {
  const width = Math.max([...text].length * CHARACTER_WIDTH, textWidth(text, FONT_SIZE));
  return Math.ceil(width) + 2 * PADDING;
}
