import { LIGHTHOUSE_CATEGORIES } from '../../engine/audit/parity/lighthouse.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type Opportunity, savingsText } from '../../engine/rendering/opportunities.js';
import { millisecondsText } from '../../basics/quantities.js';

/** Lighthouse's scores of a rendered page, why some are missing, and the simulated metrics, a line each.
 *  @returns none if a browser measured nothing for it, and was not to */
export function lighthouseLines({ parity, rendered }: Pick<Grade, 'parity' | 'rendered'>): string[] {
  if (!parity) return [];
  const { lighthouse } = parity;
  const categories = LIGHTHOUSE_CATEGORIES.map(({ id, name }) => ({ id, name, score: lighthouse[id] }));
  const measured = categories.filter(({ score }) => score !== null);
  const isMeasured = measured.some(({ id }) => id !== 'seo');
  const scores = measured.map(({ name, score }) => `${name} ${String(score)}`).join(', ');
  const faults = categories.flatMap(({ id, name }) => {
    const fault = id === 'seo' ? undefined : lighthouse.errors[id];
    return fault ? [`Lighthouse ${lighthouse.version} ${name} was not measured. ${fault.detail}`] : [];
  });
  return [
    ...(isMeasured ? [`Lighthouse ${lighthouse.version}: ${scores}`] : []),
    ...faults,
    ...labLines(rendered),
  ];
}

function labLines(rendered: Grade['rendered']): string[] {
  if (!rendered?.lab) return [];
  const { device, runs, spread, fcp_ms: fcp, lcp_ms: lcp, tbt_ms: tbt, si_ms: si, cls } = rendered.lab;
  const times = Object.entries({ FCP: fcp, LCP: lcp, TBT: tbt, SI: si });
  const texts = times.map(([name, { value }]) => `${name} ${millisecondsText(value)}`);
  return [
    `Simulated ${device} device: ${[...texts, `CLS ${String(cls.value)}`].join(', ')}`,
    ...(spread
      ? [
          `Median of ${String(runs)} loads; Performance ${String(spread.performance.min)} to ${String(spread.performance.max)}`,
        ]
      : []),
    ...(rendered.opportunities ?? []).map(opportunityLine),
  ];
}

function opportunityLine(opportunity: Opportunity): string {
  const savings = savingsText(opportunity);
  return `Faster: ${opportunity.message}${savings === null ? '' : ` (${savings})`}`;
}
