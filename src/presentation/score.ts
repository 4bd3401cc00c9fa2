import { type Result } from '../engine/audit/score.js';
import { type Html, html, NOTHING } from '../platform/pages/html.js';
import { RESULT_WORDS, STATUS_WORDS } from './wording.js';
import { type CrawlStatus } from '../crawls/crawl.entity.js';
import { type ReportStatus } from '../reports/report.entity.js';

const RADIUS = 52;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** A score as a ring chart, rounded down; nothing if there is none. */
export function scoreRing(exact: number | null, result: Result | null): Html {
  if (exact === null || result === null) return NOTHING;
  const score = Math.floor(exact);
  const word = RESULT_WORDS[result];
  const filled = ((score / 100) * CIRCUMFERENCE).toFixed(1);
  return html`<svg class="ring ${result}" viewBox="0 0 120 120" role="img" aria-label="${word}: ${score} of 100">
<circle class="track" cx="60" cy="60" r="${RADIUS}" fill="none" stroke-width="10"/>
${
  score > 0 &&
  html`<circle class="arc" cx="60" cy="60" r="${RADIUS}" fill="none" stroke-width="10" stroke-linecap="round" stroke-dasharray="${filled} 400" transform="rotate(-90 60 60)"/>`
}
<text x="60" y="66">${score}</text><text class="word" x="60" y="86">${word}</text>
</svg>
`;
}

/** Score and result of a report or a crawl in a list, or its status. */
export function scorePill({
  score,
  result,
  status,
}: {
  readonly score: number | null;
  readonly result: Result | null;
  readonly status: ReportStatus | CrawlStatus;
}): Html {
  return result === null || score === null
    ? html`<span class="pill none">${STATUS_WORDS[status]}</span>`
    : html`<span class="pill ${result}">${score} ${RESULT_WORDS[result].toLowerCase()}</span>`;
}

/** A score as a bar. */
export function scoreBar(score: number, result: Result): Html {
  return html`<svg class="${result}" aria-hidden="true"><rect width="${score}%" height="100%"/></svg>`;
}
