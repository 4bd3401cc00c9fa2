import { InvalidArgumentError, program } from 'commander';
import { auditPages } from './cli/audit.command.js';
import { downloadList } from './cli/hsts-preload.command.js';
import { createKey, listKeys, revokeKey, rotateKey } from './cli/keys.commands.js';
import { printDocument } from './cli/openapi.command.js';
import { runMigrations } from './cli/migrate.command.js';
import { CHECKS, checkOf } from './audit/registry.js';
import { CHROMIUM_LIST } from './hsts-preload/download.js';
import { parsedUrl } from './url.js';
import { isScope, type Scope, SCOPES } from './auth/scopes.js';

const DAY_MS = 86_400_000;

function scopes(text: string): Scope[] {
  const wanted = text.split(',').map((scope) => scope.trim());
  if (!wanted.every(isScope)) throw new InvalidArgumentError(`Scopes are: ${SCOPES.join(', ')}.`);
  return wanted;
}

function wholeNumber(min: number, max: number): (text: string) => number {
  return (text) => {
    const number = /^\d{1,9}$/.test(text) ? Number(text) : NaN;
    if (number >= min && number <= max) return number;
    throw new InvalidArgumentError(`It must be an integer from ${String(min)} to ${String(max)}.`);
  };
}

function checkIds(text: string): string[] {
  const ids = text.split(',').map((id) => id.trim());
  const unknown = ids.filter((id) => !checkOf(id));
  if (unknown.length === 0) return ids;
  throw new InvalidArgumentError(
    `There is no check ${unknown.join(', ')}; they are: ${CHECKS.map(({ id }) => id).join(', ')}.`,
  );
}

function webAddress(text: string): string {
  if (/^https?:\/\/[^/]/.test(text) && parsedUrl(text)) return text;
  throw new InvalidArgumentError('It must be an absolute http or https address.');
}

/** Of sysexits.h: the command was used wrongly. */
const EX_USAGE = 64;

program
  .name('npm run cli --')
  .description('Pagegrade on the command line')
  .showHelpAfterError()
  .exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : EX_USAGE));

const keys = program.command('keys').description('issue, list, rotate and revoke API keys');
keys
  .command('create')
  .description('make a key and print it, this once')
  .requiredOption('--name <name>', 'what to call it, to tell it from others')
  .option('--account <name>', 'account that it belongs to, made if missing (default: the first account)')
  .option('--scopes <list>', `what it may do, of ${SCOPES.join(',')} (default: all)`, scopes)
  .option('--expires-in <days>', 'days until it stops working (default: never)', wholeNumber(1, 36_500))
  .action(async (options: { name: string; account?: string; scopes?: Scope[]; expiresIn?: number }) => {
    const expiresAt =
      options.expiresIn === undefined ? null : new Date(Date.now() + options.expiresIn * DAY_MS);
    const { name, account: accountName = null, scopes: wanted = SCOPES } = options;
    await createKey({ name, accountName, scopes: wanted, expiresAt });
  });
keys.command('list').description('list all keys, without their secrets').action(listKeys);
keys
  .command('revoke')
  .description('stop a key for good; every instance heeds it within a second')
  .argument('<id>', 'as "keys list" shows it', wholeNumber(1, 999_999_999))
  .action(revokeKey);
keys
  .command('rotate')
  .description('make a key in the place of another one, and print it, this once')
  .argument('<id>', 'as "keys list" shows it', wholeNumber(1, 999_999_999))
  .option('--overlap <hours>', 'hours for which the old one works on', wholeNumber(0, 8760), 24)
  .action((id: number, { overlap }: { overlap: number }) => rotateKey(id, overlap));

program.command('migrate').description('bring the database schema up to date').action(runMigrations);

program.command('openapi').description('print the OpenAPI document').action(printDocument);

program
  .command('hsts-preload')
  .description('download the HSTS preload list for HSTS_PRELOAD_FILE')
  .argument('<file>', 'file to write; an existing one is replaced once the new list has been read')
  .option('--from <url>', "address of a list in Chromium's form", webAddress, CHROMIUM_LIST)
  .action(downloadList);

program
  .command('audit')
  .description('audit pages here and now, without server and database')
  .argument('<url...>', 'absolute http or https addresses')
  .option('--json', 'print one JSON object a page, with everything that was found')
  .option('--fail-under <score>', 'exit with 1 if a page scores less', wholeNumber(0, 100))
  .option('--checks <ids>', 'count and show these checks alone, like title,hsts', checkIds)
  .addHelpText(
    'after',
    '\nExit status: 0 done, 1 a page scores under the limit, 2 a page could not be loaded, 64 wrong usage.',
  )
  .action(auditPages);

await program.parseAsync();
