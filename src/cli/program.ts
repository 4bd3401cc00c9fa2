import { type Command, InvalidArgumentError, Option, program } from 'commander';
import { basename, relative } from 'node:path';
import { type AuditOptions } from './audit.command.js';
import { type CrawlOptions } from './crawl.command.js';
import { AUDIT_FORMATS, CRAWL_FORMATS } from './formats/format-names.js';
import { EX_SOFTWARE, EX_USAGE } from './invalid-usage.js';
import { surviveLostOutput } from './standard-streams.js';
import { visible, WITHOUT_CONTROL_CHARACTERS } from '../basics/control-characters.js';
import { RENDER_MODES } from '../engine/grading/render-mode.js';
import { DEVICES } from '../engine/rendering/device.js';
import { LOAD_RUNS } from '../engine/rendering/load-runs.js';
import { isStartedByNpm } from '../platform/config/surroundings.js';
import { exitOnSignal } from '../process/exit-on-signal.js';
import { CHROMIUM_LIST } from '../engine/hsts-preload/download.js';
import { messageOf } from '../basics/message-of.js';
import { parsedUrl, withoutCredentials } from '../basics/url.js';
import { VERSION } from '../basics/version.js';
import { isScope, type Scope, SCOPES } from '../auth/scopes.js';

const DAY_MS = 86_400_000;

function scopes(text: string): Scope[] {
  const requested = text.split(',').map((scope) => scope.trim());
  if (!requested.every(isScope)) throw new InvalidArgumentError(`Valid scopes: ${SCOPES.join(', ')}.`);
  return requested;
}

function label(text: string): string {
  if (text.trim() !== '' && text.length <= 255 && WITHOUT_CONTROL_CHARACTERS.test(text)) return text;
  throw new InvalidArgumentError(
    'Must be 1 to 255 characters, none of them a control or bidirectional formatting character.',
  );
}

function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`Must be an integer from ${String(min)} to ${String(max)}.`);
  };
}

function formats<Format extends string>(known: readonly Format[]): (text: string) => Format[] {
  return (text) => {
    const names = [...new Set(text.split(',').map((name) => name.trim()))];
    const wanted = known.filter((format) => names.includes(format));
    if (wanted.length === names.length) return wanted;
    throw new InvalidArgumentError(`Valid formats: ${known.join(', ')}.`);
  };
}

function repeated(text: string, previous: readonly string[] = []): string[] {
  return [...previous, text];
}

function folder(text: string): string {
  if (text !== '') return text;
  throw new InvalidArgumentError('Must name a folder.');
}

function webUrl(text: string): string {
  if (/^https?:\/\/[^/]/.test(text) && parsedUrl(text)) return text;
  throw new InvalidArgumentError('Must be an absolute http or https URL.');
}

/** Completes a missing scheme, and says so. */
function pageUrl(text: string, previous: readonly string[] = []): string[] {
  const url = /^[a-z][a-z\d+.-]*:\/\//i.test(text) ? text : `https://${text}`;
  if (!parsedUrl(url)) throw new InvalidArgumentError('Must be a URL like https://example.com/.');
  const shown = withoutCredentials(url);
  if (url !== text)
    process.stderr.write(
      `${visible(shown === url ? text : 'The URL')} has no scheme. Auditing ${visible(shown)}\n`,
    );
  return [...previous, url];
}

/** How this program is started: in the project's folder, as an installed package, or in a container, which has no npm. */
const NAME = nameOf(process.argv[1] ?? '');

function nameOf(path: string): string {
  if (basename(path) === 'pagegrade') return 'pagegrade';
  return isStartedByNpm() ? 'npm run --silent cli --' : `node ${relative('', path)}`;
}

// Commands import what they need, so that each starts fast, and "audit" works without optional packages.
program
  .name(NAME)
  .description('Grades web pages: runs the server, audits pages from the terminal, and manages API keys')
  .version(VERSION)
  .addHelpText(
    'after',
    `
Examples:
  ${NAME} audit example.com
  ${NAME} keys create --name ci
  ${NAME} audit --help`,
  )
  .showHelpAfterError()
  // Before the commands, which inherit it.
  .configureOutput({
    outputError: (text, write) => {
      write(text.split('\n').map(visible).join('\n'));
    },
  })
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EX_USAGE));

program
  .command('serve')
  .description('start the server; all settings are environment variables')
  .action(async () => {
    await import('../main.js');
  });

const keys = program.command('keys').description('create, list, rotate and revoke API keys');
keys
  .command('create')
  .description('create a key and print it; it is shown only once')
  .addHelpText(
    'after',
    `
Examples:
  ${NAME} keys create --name ci
  ${NAME} keys create --name client --account "Example Ltd" --scopes reports:read --expires-in 90`,
  )
  .requiredOption('--name <name>', 'name of the key', label)
  .option(
    '--account <name>',
    'account of the key, created if it does not exist (default: the first account)',
    label,
  )
  .option('--scopes <list>', `comma-separated scopes: ${SCOPES.join(',')} (default: all)`, scopes)
  .option('--expires-in <days>', 'days until the key expires (default: never)', integer(1, 36_500))
  .action(async (options: { name: string; account?: string; scopes?: Scope[]; expiresIn?: number }) => {
    const expiresAt =
      options.expiresIn === undefined ? null : new Date(Date.now() + options.expiresIn * DAY_MS);
    const { name, account: accountName = null, scopes: keyScopes = SCOPES } = options;
    const { createKey } = await import('./keys.commands.js');
    await createKey({ name, accountName, scopes: keyScopes, expiresAt });
  });
keys
  .command('list')
  .description('list all keys, without the secrets')
  .action(async () => (await import('./keys.commands.js')).listKeys());
keys
  .command('revoke')
  .description('revoke a key permanently; takes effect on all processes within a second')
  .argument('<id>', 'id of the key, see "keys list"', integer(1, 999_999_999))
  .action(async (id: number) => (await import('./keys.commands.js')).revokeKey(id));
keys
  .command('rotate')
  .description('replace a key and print the new one; it is shown only once')
  .argument('<id>', 'id of the key, see "keys list"', integer(1, 999_999_999))
  .option('--overlap <hours>', 'hours until the old key stops working', integer(0, 8760), 24)
  .action(async (id: number, { overlap }: { overlap: number }) =>
    (await import('./keys.commands.js')).rotateKey(id, overlap),
  );

program
  .command('migrate')
  .description('update the database schema')
  .action(async () => (await import('./migrate.command.js')).runMigrations());

program
  .command('backup')
  .description('write all data to a file, also while the service runs')
  .argument('<file>', 'file to write; it appears when it is complete')
  .option('--overwrite', 'replace the file if it exists')
  .addHelpText(
    'after',
    '\nNo tools of PostgreSQL are needed. Keep the file private: it holds hashes of keys and passwords.',
  )
  .action(async (file: string, options: { overwrite?: boolean }) =>
    (await import('./backup.commands.js')).backUp(file, options),
  );

program
  .command('restore')
  .description('load a backup into an empty database, all of it or nothing')
  .argument('<file>', 'file that "backup" wrote, with this version or an earlier one')
  .addHelpText(
    'after',
    '\nThe database is the one of the settings: DATABASE_URL, or else the embedded one in DATA_DIR.',
  )
  .action(async (file: string) => (await import('./backup.commands.js')).restore(file));

program
  .command('openapi')
  .description('print the OpenAPI document')
  .action(async () => (await import('./openapi.command.js')).printDocument());

program
  .command('hsts-preload')
  .description('download the HSTS preload list for HSTS_PRELOAD_FILE')
  .argument('<file>', 'file to write; an existing file is replaced only by a valid list')
  .option('--from <url>', "URL of a list in Chromium's format", webUrl, CHROMIUM_LIST)
  .action(async (file: string, options: { from: string }) =>
    (await import('./hsts-preload.command.js')).downloadList(file, options),
  );

program
  .command('audit')
  .description('audit pages without a server or database')
  .argument('<url...>', 'http or https URLs; https:// may be omitted', pageUrl)
  .option('--format <formats>', `comma-separated: ${AUDIT_FORMATS.join(', ')}`, formats(AUDIT_FORMATS), [
    'text',
  ])
  .option('--output <folder>', 'write a file per format into this folder and print their paths', folder)
  .addOption(
    new Option('--json', 'the same as --format json: one JSON object per page, with all findings').conflicts(
      'format',
    ),
  )
  .addOption(
    new Option('--warnings <what>', 'what a warning is in the format junit')
      .choices(['fail', 'pass'])
      .default('pass'),
  )
  .option('--fail-under <score>', 'exit with 1 if a page scores less', integer(0, 100))
  .option('--budgets <file>', 'exit with 1 if a page breaks one of the budgets in this JSON file')
  .option('--baseline <file>', 'exit with 1 if a page is worse than in this output of --format json')
  .addOption(
    new Option(
      '--render <mode>',
      'render the page in a browser before the audit (default: DEFAULT_RENDER, or auto)',
    ).choices(RENDER_MODES),
  )
  .addOption(
    new Option('--device <device>', 'device that the browser emulates').choices(DEVICES).default('mobile'),
  )
  .addOption(
    new Option('--runs <number>', 'load a rendered page so often, and measure the median load')
      .choices(LOAD_RUNS.map(String))
      .default('1'),
  )
  .option('--checks <ids>', 'print and score only these checks, like title,hsts', (ids: string) =>
    ids.split(',').map((id) => id.trim()),
  )
  .addHelpText(
    'after',
    `
Formats: text for people, json (a line per page), sarif (2.1.0), junit, markdown (for the summary of a job),
html (the page of a report as one file), codequality (GitLab) and github (annotations of GitHub Actions). Several need --output.
A file of budgets is a JSON array, like [{"metric":"score","min":80},{"metric":"checks.title","max":"pass"}].
A page is worse than the baseline if its score is lower, or if a check fails that did not.
Exit status: 0 success, 1 limit broken, 2 page not loaded, 64 invalid usage, setting or file, 70 other faults.

Examples:
  ${NAME} audit example.com
  ${NAME} audit example.com --format junit,sarif --output reports
  ${NAME} audit example.com --baseline baseline.json
  ${NAME} audit https://example.com/ https://example.com/about --fail-under 80
  ${NAME} audit example.com --json | jq .score
  ${NAME} audit app.example.com --render always --device desktop
  ${NAME} audit example.com --checks title,title_length,meta_description`,
  )
  .action(async (urls: string[], options: AuditOptions, command: Command) => {
    const { auditPages, checksFault } = await import('./audit.command.js');
    const fault = checksFault(options.checks ?? []);
    if (fault !== null) command.error(`error: ${visible(fault)}`, { exitCode: EX_USAGE });
    await auditPages(urls, options);
  });

program
  .command('crawl')
  .description('audit a whole website without a server or database')
  .argument('<url>', 'where to start; https:// may be omitted', pageUrl)
  .option('--max-pages <count>', 'pages to audit at most', integer(1, 10_000), 100)
  .option('--max-depth <clicks>', 'clicks from the start at most', integer(0, 1000), 10)
  .option('--delay <ms>', 'least time between the beginnings of two pages', integer(0, 60_000), 250)
  .option('--include <pattern>', 'visit only such paths, like "/blog/*"; may be repeated', repeated)
  .option('--exclude <pattern>', 'visit no such paths; may be repeated', repeated)
  .addOption(
    new Option('--render <mode>', 'render pages in a browser (default: DEFAULT_RENDER, or auto)').choices(
      RENDER_MODES,
    ),
  )
  .option('--fail-under <score>', 'exit with 1 if the mean score is less', integer(0, 100))
  .option('--format <formats>', `comma-separated: ${CRAWL_FORMATS.join(', ')}`, formats(CRAWL_FORMATS), [
    'text',
  ])
  .option('--output <folder>', 'write a file per format into this folder and print their paths', folder)
  .addHelpText(
    'after',
    `
Several formats need --output. robots.txt and nofollow are obeyed. PostgreSQL runs in a temporary folder until the crawl ends.
Exit status: 0 success, 1 mean score below --fail-under, 2 the start or every page not loaded, or no browser for --render always,
64 invalid usage or setting, 70 other faults.

Examples:
  ${NAME} crawl example.com
  ${NAME} crawl https://example.com/ --max-pages 500 --fail-under 80 --format markdown`,
  )
  .action(async ([url]: [string], options: CrawlOptions) =>
    (await import('./crawl.command.js')).crawlSite(url, options),
  );

exitOnSignal();
surviveLostOutput();
await program.parseAsync().catch((error: unknown) => {
  process.stderr.write(`error: ${visible(messageOf(error))}\n`);
  process.exit(EX_SOFTWARE);
});
