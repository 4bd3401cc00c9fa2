import { type Result } from '../engine/audit/score.js';
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

const LABEL = 'pagegrade';
/** Average width of a character at 11 px; `textLength` fits the text to it. */
const CHARACTER_WIDTH = 6.6;
const PADDING = 7;

/** A badge as SVG, 20 px high. */
export function badge(state: BadgeState): string {
  const [message, color] =
    typeof state === 'string'
      ? [state, COLORS.none]
      : [`${String(state.score)} ${state.result}`, COLORS[state.result]];
  const left = widthOf(LABEL);
  const right = widthOf(message);
  const width = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${LABEL}: ${message}">
<title>${LABEL}: ${message}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2b323a"/><rect x="${left}" width="${right}" height="20" fill="${color}"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,'DejaVu Sans',Geneva,sans-serif" font-size="11">
<text x="${left / 2}" y="14" textLength="${left - 2 * PADDING}">${LABEL}</text>
<text x="${left + right / 2}" y="14" textLength="${right - 2 * PADDING}">${message}</text>
</g>
</svg>
`.text;
}

function widthOf(text: string): number {
  return Math.ceil(text.length * CHARACTER_WIDTH) + 2 * PADDING;
}
