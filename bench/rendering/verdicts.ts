import { parseArgs } from 'node:util';
import { type LighthouseResult } from '../parity/lighthouse-result.js';
import { lighthouseVerdicts } from '../parity/lighthouse-verdicts.js';
import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { audited, type Report } from './pagegrade.js';
import { type ServedPage, withPages } from './pages.js';
import { halfOf } from '../parity/whole/corpus.js';
import { ACCESSIBILITY_AUDITS } from '../../src/engine/audit/parity/accessibility.js';
import { BEST_PRACTICES_AUDITS } from '../../src/engine/audit/parity/best-practices.js';
import { keptResult } from './verdict-cache.js';

/** Prints how many of Lighthouse's verdicts the product has, too, and which audits differ most. `--render always` has the
 *  product render the pages; then it exits with 1 if a category agrees less than it has to. */
const { values } = parseArgs({
  options: {
    render: { type: 'string' },
    corpus: { type: 'string', default: 'apps' },
    sites: { type: 'string', default: '' },
    only: { type: 'string', default: '' },
    audit: { type: 'string', default: '' },
  },
});
const only = new RegExp(values.only);
const flags = values.render === undefined ? [] : ['--render', values.render];

/** A category of Lighthouse. */
interface Category {
  /** Lighthouse's. */
  readonly id: string;
  /** The product's. */
  readonly field: 'accessibility' | 'best_practices';
  readonly audits: readonly string[];
  /** What has to be equal, in percent. */
  readonly required: { readonly scores: number; readonly audits: number };
}

const CATEGORIES: readonly Category[] = [
  {
    id: 'accessibility',
    field: 'accessibility',
    audits: ACCESSIBILITY_AUDITS,
    required: { scores: 99.5, audits: 99.9 },
  },
  {
    id: 'best-practices',
    field: 'best_practices',
    audits: BEST_PRACTICES_AUDITS,
    required: { scores: 99, audits: 99.8 },
  },
];

interface Compared {
  readonly page: ServedPage;
  readonly audit: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

await withPages({ corpus: values.corpus, sites: new RegExp(values.sites) }, async (pages) => {
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
  if (values.render === 'always')
    for (const category of CATEGORIES) requireAgreement(category, graded, reports);
});

function printFigures(pages: readonly ServedPage[], compared: readonly Compared[]): void {
  const different = compared.filter(({ theirs, ours }) => theirs !== ours);
  const share = (100 * (compared.length - different.length)) / compared.length;
  console.log(
    `${pages.length} pages, ${compared.length} verdicts, render: ${values.render ?? 'not asked for'}`,
  );
  console.log(`${share.toFixed(2)} % equal, ${different.length} different`);
  const byAudit = groupedBy(different, ({ audit }) => audit);
  for (const [audit, some] of [...byAudit].sort(([, one], [, other]) => other.length - one.length)) {
    console.log(`  ${audit}: ${some.length} (${kindsOf(some)})`);
  }
  for (const { page, audit, theirs, ours } of different.filter(({ audit }) => audit === values.audit)) {
    console.log(`  ${page.id} ${audit}: Lighthouse ${String(theirs)}, Pagegrade ${String(ours)}`);
  }
}

/** Prints how a category agrees, of all pages and of the half whose differences nobody looks at. */
function requireAgreement(
  category: Category,
  pages: readonly ServedPage[],
  reports: readonly Report[],
): void {
  const { id, required } = category;
  const all = pages.flatMap((page, index) => verdictsIn(category, page, reports[index]));
  for (const [name, some] of [
    ['all', all],
    ['held', all.filter(({ page }) => halfOf(page.id) === 'held')],
  ] as const) {
    const scores = some.filter(({ audit }) => audit === id);
    const audits = some.filter(({ audit }) => audit !== id);
    console.log(
      `${id}, ${name}: ${figure(scores)} scores equal, ${figure(audits)} audits equal, ` +
        `${scores.filter(({ ours }) => ours === null).length} without a score`,
    );
    if (percentOf(scores) < required.scores || percentOf(audits) < required.audits) process.exitCode = 1;
  }
  for (const { page, audit, theirs, ours } of all.filter(isDifferent)) {
    if (halfOf(page.id) === 'look')
      console.log(`  ${page.id} ${audit}: Lighthouse ${String(theirs)}, Pagegrade ${String(ours)}`);
  }
}

function verdictsIn(
  { id, field, audits }: Category,
  page: ServedPage,
  report: Report | undefined,
): Compared[] {
  const kept = keptResult(page);
  const ours = report?.parity?.lighthouse;
  if (!kept || !ours) return [];
  return [
    { page, audit: id, theirs: kept.categories?.[id], ours: ours[field] },
    ...audits
      .filter((audit) => audit in kept.audits)
      .map((audit) => ({
        page,
        audit,
        theirs: kept.audits[audit],
        ours: ours.audits[audit],
      })),
  ];
}

function isDifferent({ theirs, ours }: Compared): boolean {
  return theirs !== ours;
}

function percentOf(some: readonly Compared[]): number {
  return some.length === 0 ? 100 : (100 * (some.length - some.filter(isDifferent).length)) / some.length;
}

function figure(some: readonly Compared[]): string {
  const different = some.filter(isDifferent).length;
  return `${some.length - different} of ${some.length} (${percentOf(some).toFixed(2)} %)`;
}

/** `theirs → ours count`, most frequent first. */
function kindsOf(some: readonly Compared[]): string {
  const counts = groupedBy(some, ({ theirs, ours }) => `${String(theirs)} → ${String(ours)}`);
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

/** As `Map.groupBy`, which Node.js 20 does not have. */
function groupedBy<T>(list: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of list) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
