import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Parity } from '../../src/engine/audit/parity/parity.js';
import { type Lab } from '../../src/engine/rendering/lab.js';

/** What is read of a report that the command line prints. */
export interface Report {
  readonly url: string;
  readonly error: { readonly code: string } | null;
  readonly checks: readonly { readonly id: string; readonly outcome: string }[];
  readonly parity: Parity | null;
  readonly rendered: { readonly lab: Lab | null } | null;
}

/** In the environment. */
type Settings = Readonly<Record<string, string>>;

const PROJECT = join(import.meta.dirname, '../..');
const MAX_BYTES = 512 * 1024 ** 2;
/** URLs per command; a command line has a limit. */
const BATCH = 100;
const run = promisify(execFile);

/** Audits pages with the project's command line, and returns its reports in the same order.
 *  @param flags further options of `audit`, like `--render always` */
export async function audited(
  urls: readonly string[],
  flags: readonly string[] = [],
  settings: Settings = {},
): Promise<Report[]> {
  const reports: Report[] = [];
  for (let start = 0; start < urls.length; start += BATCH) {
    reports.push(...(await auditedAtOnce(urls.slice(start, start + BATCH), flags, settings)));
  }
  return reports;
}

async function auditedAtOnce(
  urls: readonly string[],
  flags: readonly string[],
  settings: Settings,
): Promise<Report[]> {
  const hosts = new Set(urls.map((url) => new URL(url).host));
  const { stdout } = await run(process.execPath, ['dist/cli.js', 'audit', ...urls, '--json', ...flags], {
    cwd: PROJECT,
    env: { ...process.env, ...settings, ALLOWED_TARGETS: [...hosts].join(',') },
    maxBuffer: MAX_BYTES,
  }).catch((error: unknown) => {
    // The exit status says that a page could not be loaded; its report does, too.
    if (hasReports(error)) return error;
    throw error;
  });
  const reports = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Report);
  if (reports.length !== urls.length)
    throw new Error(`${urls.length} pages have ${reports.length} reports. Run the audit by hand to see why.`);
  return reports;
}

function hasReports(error: unknown): error is { stdout: string } {
  return (
    error instanceof Error && 'code' in error && error.code === 2 && 'stdout' in error && error.stdout !== ''
  );
}
