import { millisecondsText } from '../../basics/quantities.js';
import { type RatedMetric, type Rating } from '../../engine/rendering/web-vitals.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';

/** Names of metrics, with what each one says. */
export const METRIC_NAMES = {
  lcp_ms: ['Largest Contentful Paint (LCP)', 'how soon the main content shows'],
  fcp_ms: ['First Contentful Paint (FCP)', 'how soon anything shows'],
  cls: ['Cumulative Layout Shift (CLS)', 'how much the content moves while it loads'],
  tbt_ms: ['Total Blocking Time (TBT)', 'how long the page does not react'],
  si_ms: ['Speed Index (SI)', 'how soon most of the first screen shows'],
  ttfb_ms: ['Time to First Byte (TTFB)', 'how soon the server answers'],
} as const;
export type MetricId = keyof typeof METRIC_NAMES;

/** How ratings of metrics look and what they are called. */
const RATINGS: Readonly<Record<Rating, readonly [style: string, words: string]>> = {
  good: ['good', 'good'],
  needs_improvement: ['decent', 'needs improvement'],
  poor: ['bad', 'poor'],
};

/** A metric in a list of facts; nothing if it was not measured. */
export function metricRow(id: MetricId, metric: RatedMetric | null | undefined): Html {
  if (!metric) return NOTHING;
  const [name, meaning] = METRIC_NAMES[id];
  const [style, words] = RATINGS[metric.rating];
  const value = id === 'cls' ? String(metric.value) : millisecondsText(metric.value);
  return html`<dt>${name}, ${meaning}</dt><dd>${value}, <span class="${style}">${words}</span></dd>
`;
}
