import { type Finding } from '../../engine/audit/audit.js';
import { messageOf } from '../../engine/audit/message.js';
import { checkOf } from '../../engine/audit/registry.js';
import { type AuditedPage, type Writer } from './audited-page.js';
import { type Level, levelOf } from './level.js';
import { fileOf } from './place.js';
import { printable } from './printable.js';
import { toFix } from './to-fix.js';
import { uriOf } from './uri.js';

export const COMMANDS: Readonly<Record<Level, string>> = {
  error: 'error',
  warning: 'warning',
  note: 'notice',
};

/** Workflow commands of GitHub Actions, one per line.
 *  @see https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands */
export const annotations: Writer = (pages) => pages.flatMap(commandsOf).join('\n');

function commandsOf({ url, grade, fault, renderFault }: AuditedPage): string[] {
  if (!grade || fault !== null)
    return [command('error', { file: uriOf(url), title: 'Page not audited' }, fault ?? '')];
  const unrendered =
    renderFault === null
      ? []
      : [command('error', { file: uriOf(url), title: 'Page not rendered' }, renderFault)];
  return [...unrendered, ...toFix(grade).map((finding) => annotationOf(finding, grade.finalUrl))];
}

function annotationOf(finding: Finding, finalUrl: string): string {
  const place = finding.evidence.find(({ line }) => line !== null);
  const position: Readonly<Record<string, string>> = place
    ? { line: String(place.line), col: String(place.column ?? 1) }
    : {};
  const title = checkOf(finding.id)?.name ?? finding.id;
  return command(
    COMMANDS[levelOf(finding)],
    { file: fileOf(finalUrl, place), ...position, title },
    messageOf(finding),
  );
}

/** @param name of the command: error, warning or notice */
export function command(name: string, properties: Readonly<Record<string, string>>, message: string): string {
  const listed = Object.entries(properties).map(([key, value]) => `${key}=${property(value)}`);
  return `::${name} ${listed.join(',')}::${data(message)}`;
}

function data(text: string): string {
  return printable(text).replaceAll('%', '%25');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
