import { type Result } from '../audit/score.js';
import { html } from '../http/pages/html.js';

/** What a badge says. */
export type BadgeState = { readonly score: number; readonly result: Result } | 'not graded' | 'locked';

/** White text keeps a contrast of 4.5 to each. */
const COLOURS: Readonly<Record<Result | 'none', string>> = {
  good: '#10693a',
  decent: '#7a4f00',
  bad: '#a8231b',
  none: '#525c68',
};

const LABEL = 'pagegrade';
/** Of one character at 11 px, on average; the text is fitted to it. */
const CHARACTER_WIDTH = 6.6;
const PADDING = 7;

/** A badge as SVG, 20 px high. */
export function badge(state: BadgeState): string {
  const [message, colour] =
    typeof state === 'string'
      ? [state, COLOURS.none]
      : [`${String(state.score)} ${state.result}`, COLOURS[state.result]];
  const left = widthOf(LABEL);
  const right = widthOf(message);
  const width = left + right;
  return html`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="20" viewBox="0 0 ${width} 20" role="img" aria-label="${LABEL}: ${message}">
<title>${LABEL}: ${message}</title>
<clipPath id="r"><rect width="${width}" height="20" rx="4"/></clipPath>
<g clip-path="url(#r)"><rect width="${left}" height="20" fill="#2b323a"/><rect x="${left}" width="${right}" height="20" fill="${colour}"/></g>
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
