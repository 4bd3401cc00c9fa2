import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;

beforeAll(async () => {
  site = await strangerSite();
});

afterAll(() => site.close());

function ownFolders(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.startsWith('pagegrade-crawl-'));
}

/** The command that started the running server. */
function startOfDatabase(folder: string): string {
  return readFileSync(join(folder, ...ownFolders(folder), 'postgres', 'postmaster.opts'), 'utf8');
}

describe('crawl', () => {
  const settings = () => ({ ALLOWED_TARGETS: site.target, BROWSER: 'off' });

  it('prints what the pages of a website have in common, and leaves nothing behind', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pagegrade-test-'));
    await chmod(folder, 0o777);
    let database = '';
    site.server.once('request', () => (database = startOfDatabase(folder)));
    const { status, stdout, stderr } = await runCli(
      ['crawl', `${site.origin}/`, '--max-pages', '2', '--delay', '0', '--fail-under', '99'],
      { ...settings(), TMPDIR: folder },
    );
    expect({ status, stderr }).toEqual({ status: 1, stderr: '' });
    expect(stdout).toMatch(
      /^http:\S+ {2}\d+(\.\d+)? on average\. 2 pages audited, 0 not loaded, \d+ not visited\.\n/,
    );
    expect(stdout).toContain('2 pages have a title that another page has as well.');
    expect(database).toContain('fsync=off');
    expect(ownFolders(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  }, 60_000);

  it('prints JSON and Markdown', async () => {
    const crawl = async (format: string) =>
      (await runCli(['crawl', `${site.origin}/`, '--max-pages', '2', '--format', format], settings())).stdout;
    expect(JSON.parse(await crawl('json'))).toMatchObject({
      status: 'completed',
      pages: { completed: 2 },
      findings: expect.arrayContaining([expect.objectContaining({ id: 'duplicate_titles', count: 2 })]),
    });
    expect(await crawl('markdown')).toMatch(/^# http\\:.+\n\n.+\n\n- 2 pages have a title/);
  }, 60_000);

  it('writes several formats into a folder, and refuses them without one', async () => {
    const crawl = (...args: string[]) =>
      runCli(
        ['crawl', `${site.origin}/`, '--max-pages', '1', '--format', 'markdown,json', ...args],
        settings(),
      );
    expect(await crawl()).toMatchObject({
      status: 64,
      stderr: 'error: several formats need --output with a folder for their files.\n',
    });
    const folder = await mkdtemp(join(tmpdir(), 'pagegrade-output-'));
    const { status, stdout } = await crawl('--output', folder);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${join(folder, 'pagegrade.json')}\n${join(folder, 'pagegrade.md')}\n`,
    });
    expect(JSON.parse(await readFile(join(folder, 'pagegrade.json'), 'utf8')).status).toBe('completed');
    await rm(folder, { recursive: true });
  }, 60_000);

  it('refuses a folder for its files that cannot be made, and invalid settings', async () => {
    const crawl = (env: Record<string, string>, ...args: string[]) =>
      runCli(['crawl', `${site.origin}/`, ...args], { ...settings(), ...env });
    expect(await crawl({}, '--output', '/proc/nope')).toEqual({
      status: 64,
      stdout: '',
      stderr:
        'error: the folder "/proc/nope" of --output can\'t be used: its file system has no place for directories. Choose another one.\n',
    });
    expect((await crawl({ SCORE_GOOD: 'abc' })).status).toBe(64);
    expect((await crawl({ HSTS_PRELOAD_FILE: '/nowhere' })).status).toBe(64);
  }, 60_000);

  it('is not limited by the rates that the settings grant to keys and accounts', async () => {
    const rates = { RATE_LIMIT: '1', CREATE_LIMIT: '1', ACCOUNT_RATE_LIMIT: '1', ACCOUNT_CREATE_LIMIT: '1' };
    const run = await runCli(['crawl', `${site.origin}/`, '--max-pages', '2'], { ...settings(), ...rates });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  }, 60_000);

  it('says why the start, or robots.txt before it, could not be loaded', async () => {
    const missing = await strangerSite((_request, response) => {
      response.writeHead(404).end();
    });
    const crawl = async (url: string, target: string) =>
      runCli(['crawl', url], { BROWSER: 'off', ALLOWED_TARGETS: target });
    const start = await crawl(`${missing.origin}/`, missing.target);
    expect(start.status).toBe(2);
    expect(start.stdout).toContain("\n  The start can't be loaded. The server responded with status 404.\n");
    await missing.close();
    const robots = await crawl(`${missing.origin}/`, missing.target);
    expect(robots.status).toBe(2);
    expect(robots.stdout).toContain(
      "\n  1 page not visited because robots.txt can't be loaded. The server refuses connections on this port.\n",
    );
  }, 60_000);

  it('exits with 2 where nothing can be loaded or asked for', async () => {
    expect((await runCli(['crawl', `${site.origin}/`], { BROWSER: 'off' })).status).toBe(2);
    const { status, stderr } = await runCli(['crawl', 'ftp://example.com/'], settings());
    expect(status).toBe(2);
    expect(stderr).toContain("can't be crawled");
  }, 60_000);
});
