import { type Html, html, NOTHING } from '../platform/pages/html.js';
import { dayText } from './wording.js';

export interface PlotPoint {
  readonly time: Date;
  /** 0 to 100. */
  readonly score: number;
}

/** With more points, dots would hide the line. */
const MAX_DOTS = 40;

/** A line chart of scores over time; empty with fewer than two points. The drawing stretches with the page; its text
 *  doesn't. */
export function scorePlot(points: readonly PlotPoint[], caption: string): Html {
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last || points.length < 2) return NOTHING;
  const start = first.time.getTime();
  const span = Math.max(1, last.time.getTime() - start);
  const places = points.map(({ time, score }) => ({
    x: (((time.getTime() - start) / span) * 1000).toFixed(1),
    y: (200 - score * 2).toFixed(1),
  }));
  const line = places.map(({ x, y }) => `${x},${y}`).join(' ');
  const dots = points.length > MAX_DOTS ? '' : places.map(({ x, y }) => `M${x} ${y}h0`).join('');
  const summary = `${caption}: ${score(first)} on ${dayText(first.time)}, ${score(last)} on ${dayText(last.time)}.`;
  return html`<figure class="plot">
<div class="scale" aria-hidden="true"><span>100</span><span>50</span><span>0</span></div>
<svg viewBox="0 0 1000 200" preserveAspectRatio="none" role="img" aria-label="${summary}">
<path class="grid" d="M0 0H1000M0 100H1000M0 200H1000"/>
<polyline class="line" points="${line}"/>
${dots !== '' && html`<path class="dots" d="${dots}"/>`}
</svg>
<div class="span" aria-hidden="true"><span>${dayText(first.time)}</span><span>${dayText(last.time)}</span></div>
<figcaption>${caption}</figcaption>
</figure>
`;
}

function score(point: PlotPoint): string {
  return String(Math.round(point.score * 10) / 10);
}
