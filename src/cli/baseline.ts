import { type Finding } from '../engine/audit/audit.js';
import { messageOf } from '../engine/audit/message.js';
import { checkOf } from '../engine/audit/registry.js';
import { type Grade } from '../engine/grading/grade.js';
import { normalized } from './formats/uri.js';
import { isUnjudged } from './unjudged.js';
import { InvalidFile, parsedJson, readInputFile } from './input-file.js';

/** A page of an earlier `--format json`. */
interface EarlierPage {
  readonly url: string;
  readonly score: number;
  readonly error: unknown;
  readonly ruleset_version: string;
  /** Absent or null: the page was not rendered. */
  readonly rendered?: { readonly error?: unknown; readonly device?: unknown } | null;
  readonly checks: readonly EarlierFinding[];
}

interface EarlierFinding {
  readonly id: string;
  readonly outcome: string;
  readonly reason?: string | null;
  /** Absent: rendering did not change it. */
  readonly static_outcome?: string;
}

/** Earlier pages by URL, normalized. */
export type Baseline = ReadonlyMap<string, EarlierPage>;

/** Reads what `--format json` printed: one JSON object per line.
 *  @throws InvalidFile */
export async function readBaseline(path: string): Promise<Baseline> {
  const lines = (await readInputFile(path)).split('\n');
  const pages = lines.flatMap((line, index) => {
    if (line.trim() === '') return [];
    const where = `${path}, line ${String(index + 1)},`;
    const page = parsedJson(line, where);
    if (!isPage(page)) throw new InvalidFile(`${where} must be a page that "audit --format json" printed.`);
    return [[normalized(page.url), page] as const];
  });
  if (pages.length === 0) throw new InvalidFile(`${path} has no pages. Write it with "audit --format json".`);
  return new Map(pages);
}

function isPage(value: unknown): value is EarlierPage {
  if (typeof value !== 'object' || value === null) return false;
  const { url, score, checks, ruleset_version, error } = value as Partial<Record<keyof EarlierPage, unknown>>;
  const isDescribed = typeof url === 'string' && typeof score === 'number' && error !== undefined;
  return (
    isDescribed && typeof ruleset_version === 'string' && Array.isArray(checks) && checks.every(isFinding)
  );
}

function isFinding(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false;
  const { id, outcome } = value as { id?: unknown; outcome?: unknown };
  return typeof id === 'string' && typeof outcome === 'string';
}

/** What comparing a page with the baseline comes to. */
export interface Comparison {
  /** A sentence for each thing that is worse. */
  readonly worse: readonly string[];
  /** Why the page, or its score, was not compared; null: it was. */
  readonly notCompared: string | null;
}

/** Compares a page that was loaded. A check that the baseline does not have is not worse than it. */
export function comparedWith(baseline: Baseline, url: string, grade: Grade): Comparison {
  const earlier = baseline.get(normalized(url));
  if (!earlier) return { worse: [], notCompared: 'It is not in the baseline, so it was not compared.' };
  if (earlier.error !== null)
    return { worse: [], notCompared: 'It was not loaded in the baseline, so it was not compared.' };
  const isAlike = isRendered(earlier) === isRendered(grade);
  const before = new Map(earlier.checks.map((finding) => [finding.id, isAlike ? finding : asSent(finding)]));
  const broken = grade.checks
    .filter((finding) => isBroken(isAlike ? finding : asSent(finding), before.get(finding.id)))
    .map(brokenText);
  if (!hasSameRules(earlier, grade))
    return {
      worse: broken,
      notCompared: 'Its score was not compared: the baseline has other rules or checks.',
    };
  if (!isAlike)
    return {
      worse: broken,
      notCompared:
        'Its score was not compared: a browser rendered the page only here, or only in the baseline.',
    };
  if (isRendered(grade) && earlier.rendered?.device !== grade.rendered?.device)
    return { worse: broken, notCompared: 'Its score was not compared: the baseline is of another device.' };
  const isLower = grade.score < earlier.score;
  const lower = `The score is ${String(grade.score)}; it was ${String(earlier.score)}.`;
  return { worse: [...(isLower ? [lower] : []), ...broken], notCompared: null };
}

/** A finding on the document as it was sent, before scripts ran. */
function asSent<F extends { readonly outcome: string; readonly static_outcome?: string | undefined }>(
  finding: F,
): F {
  return { ...finding, outcome: finding.static_outcome ?? finding.outcome };
}

function isBroken(
  { outcome, method }: Pick<Finding, 'outcome' | 'method'>,
  before: EarlierFinding | undefined,
): boolean {
  if (outcome !== 'fail' || method === 'unrendered' || before === undefined) return false;
  return before.outcome !== 'fail' && !isUnjudged(before);
}

function brokenText(finding: Finding): string {
  return `${checkOf(finding.id)?.name ?? finding.id} fails now: ${messageOf(finding)}`;
}

function isRendered({ rendered }: Pick<EarlierPage, 'rendered'>): boolean {
  return Boolean(rendered) && !rendered?.error;
}

function hasSameRules(earlier: EarlierPage, { rulesetVersion, checks }: Grade): boolean {
  const ids = new Set(earlier.checks.map(({ id }) => id));
  return (
    earlier.ruleset_version === rulesetVersion &&
    ids.size === checks.length &&
    checks.every(({ id }) => ids.has(id))
  );
}
