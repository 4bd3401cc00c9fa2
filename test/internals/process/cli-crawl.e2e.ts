import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { runCli } from '../../support/service.js';
import { ORDINARY_PAGE, type StrangerSite, strangerSite } from '../../support/website.js';

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

it('a temporary server ends with the process that started it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'temporary-server-'));
  const script = 'test/support/exit-with-database.mjs';
  const { stdout, status } = spawnSync(process.execPath, [script, folder], {
    encoding: 'utf8',
  });
  expect({ stdout, status }).toEqual({ stdout: expect.stringMatching(/^\d+$/), status: 0 });
  while (existsSync(`/proc/${stdout}`)) await sleep(50);
  await rm(folder, { recursive: true });
});

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
    expect(status).toBe(1);
    expect(stderr).toMatch(/^http:\S+: The mean score is [\d.]+; 99 is the least that is accepted\.\n$/);
    expect(stdout).toMatch(
      /^http:\S+ {2}\d+(\.\d+)? on average\. 2 pages audited, 0 not loaded, \d+ not visited\.\n/,
    );
    expect(stdout).toContain('2 pages have a title that another page has as well.');
    expect(database).toContain('fsync=off');
    expect(ownFolders(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  const crawl = (...args: string[]) =>
    runCli(['crawl', `${site.origin}/`, '--max-pages', '2', '--format', ...args], settings());

  it('prints JSON', async () => {
    const { stdout } = await crawl('json');
    expect(JSON.parse(stdout)).toMatchObject({
      status: 'completed',
      pages: { completed: 2 },
      findings: expect.arrayContaining([expect.objectContaining({ id: 'duplicate_titles', count: 2 })]),
    });
  });

  it('refuses several formats without a folder', async () => {
    expect(await crawl('markdown,json')).toMatchObject({
      status: 64,
      stderr: 'error: several formats need --output with a folder for their files.\n',
    });
  });

  it('refuses patterns before it starts a database', async () => {
    expect(await crawl('json', '--include', 'blog/*')).toMatchObject({
      status: 64,
      stderr: expect.stringMatching(
        /^error: --include must be a list of patterns that begin with \/ or \*, /,
      ),
    });
  });

  it('takes several patterns, and a start that follows them', async () => {
    const args = ['--include', '/a/*', '--include', '/b/*', '--max-pages', '2', '--format', 'json'];
    const { stdout } = await runCli(['crawl', ...args, `${site.origin}/`], settings());
    expect(JSON.parse(stdout)).toMatchObject({ include: ['/a/*', '/b/*'], pages: { completed: 1 } });
  });

  it('says why no page was audited, also where it writes files', async () => {
    const closed = await strangerSite((_request, response) => response.end('User-agent: *\nDisallow: /'));
    const folder = await mkdtemp(join(tmpdir(), 'pagegrade-output-'));
    const run = await runCli(['crawl', `${closed.origin}/`, '--output', folder], {
      BROWSER: 'off',
      ALLOWED_TARGETS: closed.target,
    });
    await closed.close();
    await rm(folder, { recursive: true });
    expect(run).toMatchObject({
      status: 2,
      stderr: `${closed.origin}/ can't be audited. No page was audited. 1 page not visited because of robots.txt.\n`,
    });
  });

  it('writes several formats into a folder', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'pagegrade-output-'));
    const { status, stdout } = await crawl('markdown,json', '--output', folder);
    expect({ status, stdout }).toEqual({
      status: 0,
      stdout: `${join(folder, 'pagegrade.json')}\n${join(folder, 'pagegrade.md')}\n`,
    });
    expect(JSON.parse(await readFile(join(folder, 'pagegrade.json'), 'utf8')).status).toBe('completed');
    expect(await readFile(join(folder, 'pagegrade.md'), 'utf8')).toMatch(
      /^# http\\:.+\n\n.+\n\n- 2 pages have a title/,
    );
    await rm(folder, { recursive: true });
  });

  it('refuses a folder for its files that cannot be made', async () => {
    expect(await crawl('json', '--output', '/proc/nope')).toEqual({
      status: 64,
      stdout: '',
      stderr:
        'error: the folder "/proc/nope" of --output can\'t be used: its file system has no place for directories. Choose another one.\n',
    });
  });

  it.each<Record<string, string>>([{ SCORE_GOOD: 'abc' }, { HSTS_PRELOAD_FILE: '/nowhere' }])(
    'refuses invalid settings: %j',
    async (invalid) => {
      const run = await runCli(['crawl', `${site.origin}/`], { ...settings(), ...invalid });
      expect(run.status).toBe(64);
    },
  );

  it('crawls with the settings of other programs that have the names of a server’s', async () => {
    const others = {
      DATABASE_URL: 'mysql://root@db/app',
      LOG_LEVEL: 'warning',
      PORT: 'http',
      API_KEY: 'short',
    };
    const run = await runCli(['crawl', `${site.origin}/`, '--max-pages', '2'], { ...settings(), ...others });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  });

  it('is not limited by the rates that the settings grant to keys and accounts', async () => {
    const rates = { RATE_LIMIT: '1', CREATE_LIMIT: '1', ACCOUNT_RATE_LIMIT: '1', ACCOUNT_CREATE_LIMIT: '1' };
    const run = await runCli(['crawl', `${site.origin}/`, '--max-pages', '2'], { ...settings(), ...rates });
    expect(run).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['the start', false, "\n  The start can't be loaded. The server responded with status 404.\n"],
    [
      'robots.txt before it',
      true,
      '\n  The crawl failed. robots.txt could not be loaded, so no page was visited. The server refuses connections on this port.\n',
    ],
  ])('says why %s could not be loaded', async (_, isClosed, reason) => {
    const missing = await strangerSite((_request, response) => {
      response.writeHead(404).end();
    });
    if (isClosed) await missing.close();
    const env = { BROWSER: 'off', ALLOWED_TARGETS: missing.target };
    const { status, stdout } = await runCli(['crawl', `${missing.origin}/`], env);
    if (!isClosed) await missing.close();
    expect([status, stdout]).toEqual([2, expect.stringContaining(reason)]);
  });

  it('exits with 2 where the start cannot be loaded, but others can', async () => {
    const half = await strangerSite(({ url }, response) => {
      if (url === '/robots.txt') response.end(`Sitemap: ${half.origin}/sitemap.xml`);
      else if (url === '/sitemap.xml')
        response
          .writeHead(200, { 'content-type': 'application/xml' })
          .end(`<urlset><url><loc>${half.origin}/hats</loc></url></urlset>`);
      else if (url === '/hats') response.writeHead(200, { 'content-type': 'text/html' }).end(ORDINARY_PAGE);
      else response.writeHead(500).end();
    });
    const env = { BROWSER: 'off', ALLOWED_TARGETS: half.target };
    const run = await runCli(['crawl', `${half.origin}/`, '--max-pages', '2', '--delay', '0'], env);
    await half.close();
    expect(run).toEqual({
      status: 2,
      stdout: expect.stringMatching(/ on average\. 1 page audited, 1 not loaded, /),
      stderr: `${half.origin}/ can't be loaded. The server responded with status 500.\n`,
    });
  });

  it.each([
    ['with 2 if pages must be rendered', ['--render', 'always'], 'off', 2],
    ['with 64 if the setting is wrong', [], '/nowhere/chromium', 64],
  ])('says that there is no browser, %s', async (_, options, browser, status) => {
    const named = { BROWSER: browser, BROWSER_SANDBOX: 'off' };
    const run = await runCli(['crawl', `${site.origin}/`, ...options], { ...settings(), ...named });
    expect(run).toEqual({
      status,
      stdout: '',
      stderr: expect.stringMatching(/^No page can be rendered\. Browser: [^\n]*BROWSER[^\n]*\n$/),
    });
  });

  it.each([
    ['is not allowed', () => `${site.origin}/`],
    ['is no page', () => 'ftp://example.com/'],
  ])('exits with 2 where the start %s', async (_, url) => {
    const { status, stderr } = await runCli(['crawl', url()], { BROWSER: 'off' });
    expect([status, stderr]).toEqual([2, expect.stringContaining("can't be crawled")]);
  });
});
