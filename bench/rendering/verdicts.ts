import { parseArgs } from 'node:util';
import { type LighthouseResult } from '../parity/lighthouse-result.js';
import { lighthouseVerdicts } from '../parity/lighthouse-verdicts.js';
import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { audited, type Report } from './pagegrade.js';
import { type ServedPage, withApps } from './pages.js';
import { keptResult } from './verdict-cache.js';

/** Prints how many of Lighthouse's verdicts the product has, too, and which audits differ most. `--render always` has the
 *  product render the pages. */
const { values } = parseArgs({
  options: {
    render: { type: 'string' },
    only: { type: 'string', default: '' },
    audit: { type: 'string', default: '' },
  },
});
const only = new RegExp(values.only);
const flags = values.render === undefined ? [] : ['--render', values.render];

interface Compared {
  readonly page: ServedPage;
  readonly audit: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

await withApps(async (pages) => {
  const graded = pages.filter((page) => only.test(page.id) && keptResult(page));
  const reports = await audited(
    graded.map(({ url }) => url),
    flags,
  );
  const compared = graded.flatMap((page, index) => verdictsOf(page, reports[index]));
  const ungraded = pages.length - graded.length;
  if (ungraded > 0)
    console.log(`${ungraded} pages are left out: Lighthouse has not graded them. Run: npm run lighthouse`);
  if (compared.length > 0) printFigures(graded, compared);
});

function printFigures(pages: readonly ServedPage[], compared: readonly Compared[]): void {
  const different = compared.filter(({ theirs, ours }) => theirs !== ours);
  const share = (100 * (compared.length - different.length)) / compared.length;
  console.log(
    `${pages.length} pages, ${compared.length} verdicts, render: ${values.render ?? 'not asked for'}`,
  );
  console.log(`${share.toFixed(2)} % equal, ${different.length} different`);
  const byAudit = Map.groupBy(different, ({ audit }) => audit);
  for (const [audit, some] of [...byAudit].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`  ${audit}: ${some.length} (${kindsOf(some)})`);
  }
  for (const { page, audit, theirs, ours } of different.filter(({ audit }) => audit === values.audit)) {
    console.log(`  ${page.id} ${audit}: Lighthouse ${String(theirs)}, Pagegrade ${String(ours)}`);
  }
}

/** `theirs → ours count`, most frequent first. */
function kindsOf(some: readonly Compared[]): string {
  const counts = Map.groupBy(some, ({ theirs, ours }) => `${String(theirs)} → ${String(ours)}`);
  const entries = [...counts].sort(([, one], [, other]) => other.length - one.length);
  return entries.map(([kind, list]) => `${kind} ${list.length}`).join(', ');
}

function verdictsOf(page: ServedPage, report: Report | undefined): Compared[] {
  const kept = keptResult(page);
  if (!kept || !report?.parity) {
    console.log(`${page.id}: no report`);
    return [];
  }
  const { parity } = report;
  const verdicts = lighthouseVerdicts(known(kept, parity), parity);
  return verdicts.map(([audit, theirs, ours]) => ({ page, audit, theirs, ours }));
}

/** The result with only those audits that the product has, too. */
function known(result: LighthouseResult, { lighthouse }: Parity): LighthouseResult {
  const audits = Object.entries(result.audits).filter(([audit]) => audit in lighthouse.audits);
  return { ...result, audits: Object.fromEntries(audits) };
}
