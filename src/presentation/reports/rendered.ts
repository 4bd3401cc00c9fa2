import { type Finding } from '../../engine/audit/audit.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { bytesText, counted } from '../../basics/quantities.js';
import { type StoredRendering } from '../../reports/report-details.entity.js';
import { scraped } from '../scraped.js';
import { OUTCOME_WORDS } from '../wording.js';
import { listedFinding } from './findings.js';
import { type Medium } from '../medium.js';
import { remark, section, type Section } from '../section.js';
import { metricRow } from './metrics.js';
import { type ShownReport } from './shown-report.js';

export const WEB_VITALS = ['lcp_ms', 'fcp_ms', 'cls', 'tbt_ms', 'ttfb_ms'] as const;
/** Scripts that change the number of words by less are not worth a sentence. */
const MIN_WORDS_CHANGE = 0.1;

/** What a browser measured, and what it saw otherwise than the document says. */
export function renderedSection(
  { rendered, checks }: Pick<ShownReport['details'], 'rendered' | 'checks'>,
  medium: Medium,
): Section[] {
  if (!rendered) return [];
  if (rendered.error) {
    return [
      remark(
        html`<p class="notice">The page could not be shown in a browser: ${scraped(rendered.error.detail)} The findings are about the document as it was sent.</p>
`,
      ),
    ];
  }
  const content = html`<dl class="facts metrics">
${WEB_VITALS.map((id) => metricRow(id, rendered.metrics?.[id]))}${factRows(rendered)}</dl>
<p class="quiet">Observed once, in ${String(rendered.engine)} ${String(rendered.version)} as a ${rendered.device} device; such figures vary from run to run.</p>
${wordsOf(rendered)}${changesOf(checks, medium)}`;
  return [section({ id: 'rendered', name: 'How fast it shows' }, content)];
}

/** The page as a visitor sees it first.
 *  @param fullPath address of a picture of all of it; null: there is none */
export function pictureHtml(
  { viewport, device }: Pick<StoredRendering, 'viewport' | 'device'>,
  src: string,
  fullPath: string | null,
): Html {
  const picture = html`<img src="${src}" alt="The page on a ${device} device" width="${Math.round(viewport.width * viewport.scale)}" height="${Math.round(viewport.height * viewport.scale)}">`;
  return fullPath === null
    ? html`<span class="picture">${picture}</span>
`
    : html`<a class="picture" href="${fullPath}">${picture}</a>
`;
}

function wordsOf({ words }: StoredRendering): Html {
  const { static: sent, rendered: shown } = words;
  if (sent === null || shown === null) return NOTHING;
  if (Math.abs(shown - sent) <= MIN_WORDS_CHANGE * Math.max(sent, shown)) return NOTHING;
  return html`<p>${
    shown > sent
      ? `Scripts write ${counted(shown - sent, 'word')} of the ${counted(shown, 'word')} that visitors see. Programs that run no scripts don’t see them.`
      : `Scripts remove words: the page is sent with ${counted(sent, 'word')}, and visitors see ${counted(shown, 'word')}.`
  }</p>
`;
}

function factRows({ requests, transfer_bytes, console_errors, blocked_requests }: StoredRendering): Html {
  return html`<dt>Files it loads</dt><dd>${requests.toLocaleString('en')}, ${bytesText(transfer_bytes)}</dd>
${
  console_errors > 0 &&
  html`<dt>Errors of its scripts</dt><dd>${console_errors.toLocaleString('en')}</dd>
`
}${
    blocked_requests > 0 &&
    html`<dt>Requests that were refused</dt><dd>${blocked_requests.toLocaleString('en')}</dd>
`
  }`;
}

function changesOf(checks: readonly Finding[], medium: Medium): Html {
  const changed = checks.filter(({ static_outcome }) => static_outcome !== undefined);
  if (changed.length === 0) return NOTHING;
  return html`<details class="row"${medium.isUnfolded && html` open`}>
<summary>${counted(changed.length, 'check')} ${changed.length === 1 ? 'has' : 'have'} another outcome in a browser</summary>
<ul class="compact">
${changed.map(({ id, outcome, static_outcome = outcome }) =>
  listedFinding(
    id,
    `${OUTCOME_WORDS[static_outcome]} as sent, ${OUTCOME_WORDS[outcome].toLowerCase()} in a browser`,
    medium,
  ),
)}</ul>
</details>
`;
}

/** The picture of a report's page, if it has one.
 *  @param path of the report */
export function pictureOf({ rendered }: { readonly rendered: StoredRendering | null }, path: string): Html {
  if (!rendered || rendered.error || !rendered.screenshots.viewport) return NOTHING;
  const fullPath = rendered.screenshots.full ? `${path}/full-screenshot.webp` : null;
  return pictureHtml(rendered, `${path}/screenshot.webp`, fullPath);
}
