import { type Finding } from '../../engine/audit/audit.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type Grade } from '../../engine/grading/grade.js';
import { type Html, html } from '../../platform/pages/html.js';
import { type AuditedPage, type FormatOptions, type Writer } from './audited-page.js';
import { positionOf } from './place.js';
import { printable } from './printable.js';

type Verdict = 'passed' | 'failure' | 'error' | 'skipped';

interface Case {
  readonly name: string;
  readonly className: string;
  readonly verdict: Verdict;
  readonly type: string;
  readonly message: string;
  readonly details: readonly string[];
}

/** A suite for each page and a case for each check, as Jenkins and GitLab read them. GitLab shows no attributes of a
 *  failure that has a text, so the message is in both.
 *  @see https://github.com/jenkinsci/xunit-plugin (junit-10.xsd) */
export const junit: Writer = (pages, { warnings }) => {
  const suites = pages.map((page) => suiteOf(page, { warnings, isOneOfMany: pages.length > 1 }));
  return html`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="Pagegrade">
${suites}</testsuites>`.text;
};

function suiteOf(
  { url, grade, fault, renderFault }: AuditedPage,
  { warnings, isOneOfMany }: Pick<FormatOptions, 'warnings'> & { readonly isOneOfMany: boolean },
): Html {
  const found =
    grade && fault === null
      ? [...notRendered(renderFault), ...grade.checks.map((finding) => caseOf(finding, warnings))]
      : [notLoaded(fault ?? '')];
  // Neither GitLab nor Jenkins shows the suite of a case.
  const cases = found.map((one) => ({
    ...one,
    name: isOneOfMany ? `${one.name}: ${url}` : one.name,
    details: [`Page: ${url}`, ...one.details],
  }));
  const count = (wanted: Verdict) => cases.filter(({ verdict }) => verdict === wanted).length;
  const counts = html`tests="${cases.length}" failures="${count('failure')}" errors="${count('error')}" skipped="${count('skipped')}"`;
  return html`<testsuite name="${printable(url)}" ${counts}>
${grade ? propertiesOf(grade) : null}${cases.map(caseElement)}</testsuite>
`;
}

function propertiesOf({ score, result }: Grade): Html {
  return html`<properties><property name="score" value="${score}"/><property name="result" value="${result}"/></properties>
`;
}

function notLoaded(message: string): Case {
  return {
    name: 'The page loads',
    className: 'loads',
    verdict: 'error',
    type: 'not_loaded',
    message,
    details: [],
  };
}

function notRendered(message: string | null): Case[] {
  if (message === null) return [];
  const verdict = 'error';
  return [
    { name: 'The page renders', className: 'renders', verdict, type: 'not_rendered', message, details: [] },
  ];
}

function caseOf(finding: Finding, warnings: FormatOptions['warnings']): Case {
  const { id, category, reason, evidence } = finding;
  const check = checkOf(id);
  return {
    name: check?.name ?? id,
    className: `${category}.${id}`,
    verdict: verdictOf(finding, warnings),
    type: reason ?? 'pass',
    message: messageOf(finding),
    details: [
      ...(check ? [`Fix: ${check.fix}`] : []),
      ...evidence.map((place) => positionOf(place) + place.excerpt),
    ],
  };
}

/** What was not judged is skipped. */
function verdictOf({ outcome, method }: Finding, warnings: FormatOptions['warnings']): Verdict {
  if (outcome === 'error') return 'error';
  if (outcome === 'pass') return 'passed';
  if (outcome === 'not_applicable' || method === 'unrendered') return 'skipped';
  return outcome === 'fail' || warnings === 'fail' ? 'failure' : 'passed';
}

function caseElement({ name, className, verdict, type, message, details }: Case): Html {
  const start = html`<testcase name="${printable(name)}" classname="${className}"`;
  const text = printable(message);
  if (verdict === 'passed')
    return html`${start}/>
`;
  if (verdict === 'skipped')
    return html`${start}><skipped>${text}</skipped></testcase>
`;
  const body = details.map(
    (line) => html`${printable(line)}
`,
  );
  const attributes = html`type="${printable(type)}" message="${text}"`;
  return verdict === 'failure'
    ? html`${start}><failure ${attributes}>${text}
${body}</failure></testcase>
`
    : html`${start}><error ${attributes}>${text}
${body}</error></testcase>
`;
}
