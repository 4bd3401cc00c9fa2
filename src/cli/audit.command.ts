import { readConfigOrExit } from '../config/read-or-exit.js';
import { Grader } from '../grading/grader.js';
import { graderOptions } from '../grading/grader-options.js';
import { judgeTarget } from '../page-loader/target.js';
import { gradeAsText } from './grade-text.js';

export interface AuditOptions {
  readonly json?: boolean;
  readonly failUnder?: number;
}

/** Audits pages one after the other and prints what was found. Sets the exit status: 1 where a page scores under
 *  the limit, 2 where one could not be loaded or asked for. */
export async function auditPages(
  urls: readonly string[],
  { json = false, failUnder = 0 }: AuditOptions,
): Promise<void> {
  const config = readConfigOrExit();
  const grader = new Grader(graderOptions(config));
  let status = 0;
  for (const url of urls) {
    const judged = judgeTarget(url, config);
    if ('fault' in judged) {
      process.stderr.write(`${url}: url ${judged.fault}.\n`);
      status = 2;
      continue;
    }
    const grade = await grader.grade(judged.url);
    const text = json
      ? JSON.stringify({ url, ...grade })
      : gradeAsText(url, grade, { hasColors: process.stdout.isTTY && process.stdout.hasColors() });
    process.stdout.write(`${text}\n`);
    if (grade.error) status = 2;
    else if (grade.score < failUnder) status = Math.max(status, 1);
  }
  await grader.close();
  process.exitCode = status;
}
