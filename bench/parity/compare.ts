import { readFileSync, writeFileSync } from 'node:fs';
import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { readCases } from './case-file.js';
import { type LighthouseResult } from './lighthouse-result.js';
import { lighthouseVerdicts, type Verdicts } from './lighthouse-verdicts.js';
import { type ObservatoryResult, type ObservatoryTest } from './observatory-result.js';
import { PATHS } from './paths.js';

/** Holds the product's verdicts against the engines', and lists each difference with what sets the page apart. */
interface Difference {
  readonly id: string;
  readonly what: string;
  readonly theirs: unknown;
  readonly ours: unknown;
}

const cases = new Map(readCases(PATHS.cases).map((parityCase) => [parityCase.id, parityCase]));
const ours = read<Parity | { error: string }>(PATHS.pagegrade);
const doctypes = read<number | null>(PATHS.doctype);

const lighthouse = compared(read<LighthouseResult>(PATHS.lighthouse), lighthouseVerdicts);
const doctype = compared(doctypes, (verdict, parity) => [
  ['doctype', verdict, parity.lighthouse.audits.doctype],
]);
const observatory = compared(read<ObservatoryResult>(PATHS.observatory), (result, parity, id) =>
  cases.get(id)?.entry === 'http'
    ? []
    : Object.entries(result.tests).map(
        ([name, test]) => [name, modifierOf(test), parity.observatory.tests[name]] as const,
      ),
);

const lines = [
  table('Lighthouse 12.8.2', lighthouse),
  table('Lighthouse 12.8.2, doctype with a trace', doctype),
  table('HTTP Observatory 1.4.8', observatory),
];
writeFileSync(PATHS.comparison, `${lines.join('\n')}\n`);
console.log(lines.map((text) => text.split('\n', 1).join('')).join('\n'));
console.log(`Differences: ${PATHS.comparison}`);

/** The published engine is of algorithm 4, where these options give no points. */
function modifierOf({ result, modifier }: ObservatoryTest): number {
  return result === 'x-frame-options-sameorigin-or-deny' ? 5 : modifier;
}

function compared<Result>(
  theirs: Readonly<Record<string, Result>>,
  verdictsOf: (result: NonNullable<Result> | Result, parity: Parity, id: string) => Verdicts,
): { pages: number; verdicts: number; differences: Difference[] } {
  const total = { pages: 0, verdicts: 0, differences: [] as Difference[] };
  for (const [id, result] of Object.entries(theirs)) {
    const parity = ours[id];
    const isGraded = !(
      typeof result === 'object' &&
      result !== null &&
      ('runtimeError' in result || 'error' in result)
    );
    if (!parity || 'error' in parity || !isGraded) continue;
    total.pages += 1;
    for (const [what, theirVerdict, ourVerdict] of verdictsOf(result, parity, id)) {
      total.verdicts += 1;
      if (theirVerdict !== ourVerdict)
        total.differences.push({ id, what, theirs: theirVerdict, ours: ourVerdict });
    }
  }
  return total;
}

function table(name: string, { pages, verdicts, differences }: ReturnType<typeof compared>): string {
  const share = (100 * (verdicts - differences.length)) / verdicts;
  const head = `${name}: ${pages} pages, ${verdicts} verdicts, ${differences.length} different, ${share.toFixed(2)} % equal`;
  const rows = differences.map(
    ({ id, what, theirs, ours: own }) =>
      `| ${id} | ${what} | ${String(theirs)} | ${String(own)} | ${causeOf(id)} |`,
  );
  return [
    head,
    '',
    '| page | verdict of | theirs | ours | page is |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
  ].join('\n');
}

function causeOf(id: string): string {
  return (cases.get(id)?.cause ?? '').replaceAll(/[|\r\n]/g, ' ').slice(0, 200);
}

function read<Result>(file: string): Record<string, Result> {
  return JSON.parse(readFileSync(file, 'utf8')) as Record<string, Result>;
}
