import { existsSync, writeFileSync } from 'node:fs';
import { readCases } from '../case-file.js';
import { type LighthouseResult } from '../lighthouse-result.js';
import { PATHS } from '../paths.js';
import { causeOf, CAUSES, verdictWithout } from './causes.js';
import { type ComparedPage, comparedPages, type Difference, read } from './differences.js';
import { type Half, halfOf } from './corpus.js';
import { variantId } from './variants.js';

/** Prints the figures of both halves, and lists the differences of the half `look`. */
const kinds = new Map(readCases(PATHS.cases).map(({ id, cause }) => [id, cause]));
const lighthouse = read<LighthouseResult>(PATHS.lighthouse);
const variants = existsSync(PATHS.variants) ? read<LighthouseResult>(PATHS.variants) : {};
const pages = comparedPages(lighthouse).filter(({ id }) => kinds.has(id));

for (const half of ['look', 'held'] as const) console.log(figures(half));
const failed = Object.entries(lighthouse).filter(([, { runtimeError }]) => runtimeError !== undefined);
console.log(`Not graded by Lighthouse: ${failed.map(([id]) => id).join(' ') || 'none'}`);
writeFileSync(PATHS.comparison, `${listOf('look').join('\n')}\n`);
console.log(`Differences of the half look: ${PATHS.comparison}`);

function figures(half: Half): string {
  const all = pages.filter(({ id }) => halfOf(id) === half);
  const rows = [
    ['all', all] as const,
    ...['documentation', 'template', 'application'].map(
      (kind) => [kind, all.filter(({ id }) => kinds.get(id)?.startsWith(kind))] as const,
    ),
  ];
  const differences = all.flatMap((page) => page.differences.map((difference) => ({ page, difference })));
  return [
    `\n## ${half}\n`,
    '| pages | | verdicts | different | equal | equal, scripts aside | same SEO score |',
    '| --- | --- | --- | --- | --- | --- | --- |',
    ...rows.map(([name, some]) => rowOf(name, some)),
    '',
    scoresOf(all),
    `By cause: ${counted(differences.map(({ page, difference }) => causeOf(page.id, difference, variants)))}`,
    `By audit: ${counted(differences.map(({ difference }) => difference.audit))}`,
    '',
    ...crossTable(differences),
  ].join('\n');
}

/** Where Lighthouse's verdict needs scripts, no engine that runs none can agree. */
function rowOf(name: string, some: readonly ComparedPage[]): string {
  const verdicts = some.reduce((sum, page) => sum + page.verdicts, 0);
  const causes = some.flatMap(({ id, differences }) =>
    differences.map((difference) => causeOf(id, difference, variants)),
  );
  const avoidable = causes.filter((cause) => cause !== 'scripts' && cause !== 'both');
  const sameScore = some.filter(({ hasEqualScore }) => hasEqualScore).length;
  const shares = [
    percent(verdicts - causes.length, verdicts),
    percent(verdicts - avoidable.length, verdicts),
    percent(sameScore, some.length),
  ];
  return `| ${[name, some.length, verdicts, causes.length, ...shares].join(' | ')} |`;
}

/** How many scores differ, and on how many of these pages Lighthouse's score needs scripts. */
function scoresOf(all: readonly ComparedPage[]): string {
  const different = all.filter(({ hasEqualScore }) => !hasEqualScore);
  const scripted = different.filter(
    ({ id }) => variants[variantId(id, 'scripts')]?.score !== lighthouse[id]?.score,
  );
  return `Different SEO scores: ${different.length}, of which need scripts: ${scripted.length}`;
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

/** `name count`, most frequent first. */
function counted(names: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const entries = [...counts].sort(([, one], [, other]) => other - one);
  return entries.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
}

function crossTable(differences: readonly { page: ComparedPage; difference: Difference }[]): string[] {
  const audits = [...new Set(differences.map(({ difference }) => difference.audit))].sort();
  const rows = audits.map((audit) => {
    const causes = differences
      .filter(({ difference }) => difference.audit === audit)
      .map(({ page, difference }) => causeOf(page.id, difference, variants));
    return `| ${[audit, ...CAUSES.map((cause) => causes.filter((one) => one === cause).length)].join(' | ')} |`;
  });
  return [`| audit | ${CAUSES.join(' | ')} |`, `| --- |${' --- |'.repeat(CAUSES.length)}`, ...rows];
}

/** One entry a difference: Lighthouse's verdict on the page as it is, and on what is left of it; then what failed. */
function listOf(half: Half): string[] {
  return pages
    .filter(({ id }) => halfOf(id) === half)
    .flatMap(({ id, differences }) => differences.map((difference) => ({ id, difference })))
    .map(({ id, difference }) => ({ id, difference, cause: causeOf(id, difference, variants) }))
    .sort((one, other) => keyOf(one).localeCompare(keyOf(other)))
    .flatMap(({ id, difference, cause }) => entryOf(id, difference, cause));
}

function keyOf({ id, difference, cause }: { id: string; difference: Difference; cause: string }): string {
  return [cause, difference.audit, id].join('\0');
}

function entryOf(id: string, { audit, theirs, ours }: Difference, cause: string): string[] {
  const without = (['scripts', 'sheets', 'both'] as const).map(
    (what) => `${what} ${String(verdictWithout(what, { id, audit, variants }))}`,
  );
  return [
    `- **${cause}** ${audit}: ${id} (${kinds.get(id)})`,
    `  theirs ${String(theirs)}, ours ${String(ours)}; Lighthouse without ${without.join(', ')}`,
    ...(lighthouse[id]?.failures?.[audit] ?? []).map((failure) => `  - \`${failure.replaceAll('`', "'")}\``),
  ];
}
