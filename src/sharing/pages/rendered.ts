import { type Finding } from '../../engine/audit/audit.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { bytesText, counted, millisecondsText } from '../../basics/quantities.js';
import { type Metrics, type Rating } from '../../engine/rendering/web-vitals.js';
import { type StoredRendering } from '../../reports/report-details.entity.js';
import { scraped } from '../scraped.js';
import { OUTCOME_WORDS } from '../wording.js';
import { listedFinding } from './findings.js';

const RATINGS: Readonly<Record<Rating, readonly [style: string, words: string]>> = {
  good: ['good', 'good'],
  needs_improvement: ['decent', 'needs improvement'],
  poor: ['bad', 'poor'],
};
const METRICS = [
  ['First paint', 'fcp_ms'],
  ['Largest paint', 'lcp_ms'],
  ['Layout shift', 'cls'],
  ['Blocking time', 'tbt_ms'],
  ['First byte', 'ttfb_ms'],
] as const;

/** What a browser made of the page: its picture, its metrics, and which outcomes rendering changed.
 *  @param path of the report's page */
export function renderedSection(
  rendered: StoredRendering | null,
  { checks, path }: { checks: readonly Finding[]; path: string },
): Html {
  if (!rendered) return NOTHING;
  if (rendered.error) {
    return html`<p class="notice">The page could not be rendered: ${scraped(rendered.error.detail)} The findings are about the document as it was sent.</p>
`;
  }
  return html`<section aria-labelledby="rendered">
<h2 id="rendered">In a browser</h2>
<div class="rendered">
${pictureOf(rendered, path)}<div>
<p>${String(rendered.engine)} ${String(rendered.version)} as a ${rendered.device} device.${wordsOf(rendered)} The figures were observed in this one run and vary from run to run.</p>
<dl class="facts">
${rendered.metrics && metricRows(rendered.metrics)}${factRows(rendered)}</dl>
</div>
</div>
${changesOf(checks)}</section>
`;
}

function pictureOf({ screenshots, viewport, device }: StoredRendering, path: string): Html {
  if (!screenshots.viewport) return NOTHING;
  const picture = html`<img src="${path}/screenshot.webp" alt="The page on a ${device} device" width="${Math.round(viewport.width * viewport.scale)}" height="${Math.round(viewport.height * viewport.scale)}" loading="lazy">`;
  return screenshots.full
    ? html`<p><a href="${path}/full-screenshot.webp">${picture}</a></p>
`
    : html`<p>${picture}</p>
`;
}

function wordsOf({ words }: StoredRendering): string {
  if (words.static === null || words.rendered === null) return '';
  return ` The document was sent with ${counted(words.static, 'word')}; after its scripts ran, it had ${counted(words.rendered, 'word')}.`;
}

function metricRows(metrics: Metrics): Html {
  return html`${METRICS.map(([name, key]) => {
    const metric = metrics[key];
    if (!metric) return NOTHING;
    const [style, words] = RATINGS[metric.rating];
    const value = key === 'cls' ? String(metric.value) : millisecondsText(metric.value);
    return html`<dt>${name}</dt><dd>${value} <span class="${style}">${words}</span></dd>
`;
  })}${
    metrics.load_ms &&
    html`<dt>Load event</dt><dd>${millisecondsText(metrics.load_ms.value)}</dd>
`
  }`;
}

function factRows({ requests, transfer_bytes, console_errors, blocked_requests }: StoredRendering): Html {
  return html`<dt>Requests</dt><dd>${requests.toLocaleString('en')}, ${bytesText(transfer_bytes)}</dd>
<dt>Console errors</dt><dd>${console_errors.toLocaleString('en')}</dd>
${
  blocked_requests > 0 &&
  html`<dt>Refused requests</dt><dd>${blocked_requests.toLocaleString('en')}</dd>
`
}`;
}

function changesOf(checks: readonly Finding[]): Html {
  const changed = checks.filter(({ static_outcome }) => static_outcome !== undefined);
  if (changed.length === 0)
    return html`<p>Rendering changed no outcome.</p>
`;
  return html`<details>
<summary>Rendering changed ${counted(changed.length, 'outcome')}</summary>
<ul class="compact">
${changed.map(({ id, outcome, static_outcome = outcome }) =>
  listedFinding(
    id,
    `${OUTCOME_WORDS[static_outcome]} as sent, ${OUTCOME_WORDS[outcome].toLowerCase()} in a browser`,
  ),
)}</ul>
</details>
`;
}
