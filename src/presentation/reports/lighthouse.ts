import { LAB_METRICS } from '../../engine/audit/parity/performance.js';
import { LIGHTHOUSE_CATEGORIES, LIGHTHOUSE_VERSION } from '../../engine/audit/parity/lighthouse.js';
import { type Result } from '../../engine/audit/score.js';
import { type Device } from '../../engine/rendering/device.js';
import { type Lab } from '../../engine/rendering/lab.js';
import { type Html, html, NOTHING } from '../../platform/pages/html.js';
import { type Medium } from '../medium.js';
import { scoreBar } from '../score.js';
import { section, type Section } from '../section.js';
import { metricRow } from './metrics.js';
import { opportunityList } from './opportunities.js';
import { type ShownReport } from './shown-report.js';

const CONDITIONS: Readonly<Record<Device, string>> = {
  mobile: 'a phone with a processor a quarter as fast, on 1.6 Mbit/s with 150 ms of latency',
  desktop: 'a desktop computer on 10 Mbit/s with 40 ms of latency',
};

/** The scores of Lighthouse, and the metrics of its category performance. Of pages that were rendered. */
export function lighthouseSection(
  { parity, rendered }: Pick<ShownReport['details'], 'parity' | 'rendered'>,
  medium: Medium,
): Section[] {
  if (!parity || !rendered) return [];
  const { version = LIGHTHOUSE_VERSION, errors = {}, ...lighthouse } = parity.lighthouse;
  const scores = LIGHTHOUSE_CATEGORIES.map(({ id, name }) => ({ id, name, score: lighthouse[id] ?? null }));
  const isMeasured = scores.some(({ id, score }) => id !== 'seo' && score !== null);
  const faults = LIGHTHOUSE_CATEGORIES.flatMap(({ id, name }) => {
    const fault = id === 'seo' ? undefined : errors[id];
    return fault ? [html`<p>${name} was not measured. ${fault.detail}</p>\n`] : [];
  });
  if (!isMeasured && faults.length === 0) return [];
  const content = html`<ul class="categories">
${scores.flatMap(({ name, score }) => (score === null ? [] : [scoreRow(name, score)]))}</ul>
${faults}${rendered.lab ? labList(rendered.lab) : NOTHING}${opportunityList(rendered.opportunities ?? [], medium)}`;
  return [section({ id: 'lighthouse', name: `Lighthouse ${version}` }, content)];
}

function scoreRow(name: string, score: number): Html {
  return html`<li><span>${name}</span>${scoreBar(score, resultOf(score))}<span class="number">${score}</span></li>
`;
}

/** By Lighthouse's own limits.
 *  @see https://developer.chrome.com/docs/lighthouse/performance/performance-scoring#color-coding */
function resultOf(score: number): Result {
  return score >= 90 ? 'good' : score >= 50 ? 'decent' : 'bad';
}

function labList(lab: Lab): Html {
  return html`<dl class="facts metrics">
${LAB_METRICS.map((id) => metricRow(id, lab[id]))}</dl>
<p class="quiet">${loadsText(lab)} Such figures and the score of their category vary from run to run.</p>
`;
}

function loadsText({ device, runs, spread }: Lab): string {
  const { min, max } = spread?.performance ?? { min: 0, max: 0 };
  return spread
    ? `Simulated for ${CONDITIONS[device]}, from the one of ${String(runs)} loads that is nearest to their medians; their scores are ${String(min)} to ${String(max)}.`
    : `Simulated from one load, for ${CONDITIONS[device]}.`;
}
