import { VERSION } from '../../basics/version.js';
import { visibleJson } from '../../basics/control-characters.js';
import { type Finding } from '../../engine/audit/audit.js';
import { type Check } from '../../engine/audit/check.js';
import { type Evidence } from '../../engine/audit/dom/evidence.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type AuditedPage, type FormatOptions, type Writer } from './audited-page.js';
import { fingerprintOf } from './fingerprint.js';
import { FAILURE_LEVELS, type Level, levelOf } from './level.js';
import { fileOf } from './place.js';
import { printable } from './printable.js';
import { type FindingToFix, toFix } from './to-fix.js';
import { uriOf } from './uri.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** One run with a result for each failure and warning.
 *  @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/ */
export const sarif: Writer = (pages, options) => {
  const audited = pages.flatMap(({ url, grade, fault }) =>
    grade && fault === null ? [{ url, grade, judged: toFix(grade).filter(isJudged) }] : [],
  );
  const ids = [...new Set(audited.flatMap(({ judged }) => judged.map(({ id }) => id)))];
  const results = audited.flatMap(({ url, grade, judged }) =>
    judged.map((finding) => resultOf(url, grade, { finding, ruleIndex: ids.indexOf(finding.id) })),
  );
  const run = {
    tool: { driver: driver(ids, options) },
    invocations: [invocation(pages)],
    columnKind: 'utf16CodeUnits',
    newlineSequences: ['\r\n', '\n', '\r'],
    results,
  };
  return visibleJson(JSON.stringify({ $schema: SCHEMA, version: '2.1.0', runs: [run] }));
};

function isJudged({ outcome }: Finding): boolean {
  return outcome !== 'error';
}

function driver(ids: readonly string[], { publicUrl }: FormatOptions) {
  const rules = ids.map((id) => ruleOf(id, checkOf(id), publicUrl));
  const home = publicUrl === null ? {} : { informationUri: uriOf(publicUrl) };
  return { name: 'Pagegrade', version: VERSION, semanticVersion: VERSION, ...home, rules };
}

/** `helpUri` is the documentation of the check, or the source of its rule if no server is known. */
function ruleOf(id: string, check: Check | undefined, publicUrl: string | null) {
  if (!check) return { id };
  const { name, what, why, fix, source, importance, category } = check;
  return {
    id,
    name: pascalCase(id),
    shortDescription: { text: linkless(name) },
    fullDescription: { text: linkless(what) },
    help: { text: linkless(`${why} ${fix}`) },
    helpUri: uriOf(publicUrl === null ? source : `${publicUrl}/docs/checks/${id}`),
    defaultConfiguration: { level: FAILURE_LEVELS[importance] },
    properties: { tags: [category], importance },
  };
}

/** SARIF wants names of rules to be identifiers. */
function pascalCase(id: string): string {
  return id.replaceAll(/(?:^|_)([a-z\d])/g, (_, letter: string) => letter.toUpperCase());
}

function resultOf(
  url: string,
  { finalUrl }: Grade,
  { finding, ruleIndex }: { readonly finding: FindingToFix; readonly ruleIndex: number },
) {
  const [first, ...others] = finding.evidence;
  const relatedLocations = others.map((place, index) => ({ id: index + 1, ...locationOf(finalUrl, place) }));
  return {
    ruleId: finding.id,
    ruleIndex,
    level: levelOf(finding),
    message: { text: linkless(messageOf(finding)) },
    locations: [locationOf(finalUrl, first)],
    ...(relatedLocations.length > 0 && { relatedLocations }),
    partialFingerprints: { 'pagegradeFinding/v1': fingerprintOf(url, finding) },
    properties: {
      outcome: finding.outcome,
      reason: finding.reason,
      places: finding.evidence_count,
      gain: finding.gain,
    },
  };
}

function locationOf(finalUrl: string, place: Evidence | undefined) {
  const artifactLocation = { uri: fileOf(finalUrl, place) };
  if (!place) return { physicalLocation: { artifactLocation } };
  const { selector, line, column, excerpt } = place;
  const region = line === null ? {} : { region: { startLine: line, startColumn: column ?? 1 } };
  return {
    physicalLocation: { artifactLocation, ...region },
    ...(selector !== null && {
      logicalLocations: [{ fullyQualifiedName: printable(selector), kind: 'element' }],
    }),
    message: { text: linkless(excerpt) },
  };
}

/** Pages that could not be loaded or rendered, and checks that did not run are notifications about the tool's run. */
function invocation(pages: readonly AuditedPage[]) {
  const unloaded = pages.flatMap(({ url, fault }) =>
    fault === null ? [] : [notification('error', { url, message: `The page was not audited. ${fault}` })],
  );
  const unrendered = pages.flatMap(({ url, renderFault }) =>
    renderFault === null
      ? []
      : [notification('error', { url, message: `The page was not rendered. ${renderFault}` })],
  );
  const unchecked = pages.flatMap(({ url, grade }) =>
    (grade ? toFix(grade) : [])
      .filter((finding) => !isJudged(finding))
      .map((finding) => notification('warning', { url, message: `${finding.id}: ${messageOf(finding)}` })),
  );
  return {
    executionSuccessful: unloaded.length + unrendered.length === 0,
    toolExecutionNotifications: [...unloaded, ...unrendered, ...unchecked],
  };
}

function notification(level: Level, { url, message }: { readonly url: string; readonly message: string }) {
  const location = { physicalLocation: { artifactLocation: { uri: uriOf(url) } } };
  return { level, message: { text: linkless(message) }, locations: [location] };
}

/** Text without links, which SARIF writes `[text](target)`.
 *  @see https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/sarif-v2.1.0-errata01-os-complete.html#_Toc141790720 */
function linkless(text: string): string {
  return printable(text).replaceAll(/[\\[\]]/g, String.raw`\$&`);
}
