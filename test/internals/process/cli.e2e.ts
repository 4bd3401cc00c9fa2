// cspell:ignore titel descripton udner
import { CHECKS } from '../../../src/engine/audit/registry.js';
import { MIGRATIONS_LOCK } from '../../../src/platform/database/advisory-locks.js';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startApp, type TestApp } from '../../support/app.js';
import { emptyDatabase, freshDatabase } from '../../support/database.js';
import { runCli } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;
let test: TestApp;
let env: { DATABASE_URL: string };

beforeAll(async () => {
  site = await strangerSite();
  test = await startApp();
  env = { DATABASE_URL: test.database.url };
});

afterAll(async () => {
  await test.close();
  await site.close();
});

describe('keys', () => {
  const create = async (...options: string[]) => {
    const { stdout } = await runCli(['keys', 'create', '--account', 'Owner', ...options], env);
    return stdout.trim();
  };
  const call = (path: string, key: string) => test.call('get', path).set('Authorization', `Bearer ${key}`);
  const idOf = async (name: string): Promise<string> => {
    const [row] = await test.database.query<{ id: number }>('SELECT id FROM api_keys WHERE name = $1', [
      name,
    ]);
    return String(row?.id);
  };

  it('are created, and work', async () => {
    const key = await create('--name', 'ci', '--scopes', 'reports:read', '--expires-in', '30');
    const { body } = await call('/api/v1/account', key).expect(200);
    expect(body.data).toMatchObject({ name: 'Owner', key: { name: 'ci', scopes: ['reports:read'] } });
    expect(Date.parse(body.data.key.expires_at)).toBeGreaterThan(Date.now() + 29 * 86_400_000);
    await call('/api/v1/websites', key).expect(403);
  });

  it('are made once the database is migrated, which may take longer than a connection', async () => {
    const database = await emptyDatabase();
    const lock = new pg.Client({ connectionString: database.url });
    await lock.connect();
    await lock.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    const creating = runCli(['keys', 'create', '--name', 'late', '--account', 'New'], {
      DATABASE_URL: database.url,
    });
    while (!(await database.isAnyWaiting())) await sleep(100);
    await sleep(17_000);
    await lock.end();
    expect(await creating).toEqual({
      ...{ status: 0, stdout: expect.stringMatching(/^pgk_\w+\n$/) },
      stderr: 'The database is being migrated, or a backup is made of it: this waits.\n',
    });
    await database.drop();
  });

  it('are listed without their secret', async () => {
    const key = await create('--name', 'listed');
    const { stdout } = await runCli(['keys', 'list'], env);
    expect(stdout).not.toContain(key);
    const shown = `${key.slice(0, 8)}…${key.slice(-4)}`;
    expect(stdout).toMatch(new RegExp(`^${await idOf('listed')} +Owner +listed +${shown}`, 'm'));
  });

  it('stop on revocation', async () => {
    const key = await create('--name', 'revoked');
    const id = await idOf('revoked');
    await call('/api/v1/account', key).expect(200);
    expect((await runCli(['keys', 'revoke', id], env)).stdout).toBe(`Key ${id} is revoked.\n`);
    await sleep(1000);
    await call('/api/v1/account', key).expect(401);
  });

  it('are rotated: both work for as long as told, then the new one alone', async () => {
    const old = await create('--name', 'rotated');
    const id = await idOf('rotated');
    const next = (await runCli(['keys', 'rotate', id, '--overlap', '1'], env)).stdout.trim();
    const statuses = async () => [
      (await call('/api/v1/account', old)).status,
      (await call('/api/v1/account', next)).status,
    ];
    expect(await statuses()).toEqual([200, 200]);
    const changed = 'SELECT updated_at > created_at AS is_changed FROM api_keys WHERE id = $1';
    expect(await test.database.query(changed, [id])).toEqual([{ is_changed: true }]);
    await test.database.query(`UPDATE api_keys SET expires_at = now() WHERE id = $1`, [id]);
    await sleep(1100);
    expect(await statuses()).toEqual([401, 200]);
  });

  it.each(['revoke', 'rotate'])('exit with 1 if there is no active key to %s', async (command) => {
    await test.database.query(
      `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes, revoked_at)
       SELECT account_id, $1, sha256($1::text::bytea), prefix, last_four, scopes, now() FROM api_keys LIMIT 1`,
      [`not active: ${command}`],
    );
    const { status, stderr } = await runCli(['keys', command, await idOf(`not active: ${command}`)], env);
    expect(status).toBe(1);
    expect(stderr).toContain('"keys list" shows all keys.');
  });

  it('make an account of their own where the name is new', async () => {
    const { stdout } = await runCli(['keys', 'create', '--name', 'first', '--account', 'Newcomer'], env);
    const { body } = await test
      .call('get', '/api/v1/account')
      .set('Authorization', `Bearer ${stdout.trim()}`)
      .expect(200);
    expect(body.data).toMatchObject({ name: 'Newcomer', reports_count: 0 });
  });

  it.each([
    [['keys', 'create']],
    [['keys', 'create', '--name', 'x', '--scopes', 'everything']],
    [['keys', 'create', '--name', 'x', '--expires-in', '0']],
    [['keys', 'revoke', 'x']],
    [['keys', 'destroy']],
    [['audit']],
    [['backup']],
    [['backup', 'a.gz', '--force']],
    [['restore']],
    [['restore', 'a.gz', 'b.gz']],
    [['audit', 'https://example.com/', '--fail-under', '101']],
    [['audit', 'https://example.com/', '--checks', 'nope']],
    [['audit', 'https://example.com/', '--color']],
  ])('%j is refused with a hint', async (args) => {
    const { status, stderr } = await runCli(args, env);
    expect(status).toBe(64);
    expect(stderr).toMatch(/error:.*\n/);
    expect(stderr).toContain('Usage:');
  });
});

describe('keys: names with characters that control a terminal', () => {
  it('are listed escaped, each in one row', async () => {
    const name = '\u001b[2Jred\r\nID\u009b31m\u202eend';
    await test.database.query('UPDATE accounts SET name = $1 WHERE id = $2', [name, test.stranger.id]);
    const before = (await runCli(['keys', 'list'], env)).stdout.split('\n').length;
    await test.database.query(
      `INSERT INTO api_keys (account_id, name, hash, prefix, last_four, scopes)
        VALUES ($1, $2, sha256('list'), 'pg_list', 'abcd', '{reports:read}')`,
      [test.stranger.id, name],
    );
    const { status, stdout } = await runCli(['keys', 'list'], env);
    expect(status).toBe(0);
    const lines = stdout.split('\n');
    expect(lines).toHaveLength(before + 1);
    const shown = String.raw`\u001b[2Jred\u000d\u000aID\u009b31m\u202eend`;
    const row = lines.find((line) => line.includes('pg_list…abcd'));
    expect(row?.slice(row.indexOf(shown))).toMatch(/^\\u001b.*end {2}\\u001b.*end {2}pg_list…abcd {2}/);
    for (const line of lines) expect(line).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });

  it.each(['\u001b[31mx', 'a\rb', '\u202ex', '\u009b31m'])('are refused: %j', async (name) => {
    const { status, stderr } = await runCli(['keys', 'create', '--name', name], env);
    expect(status).toBe(64);
    const [sentence = ''] = stderr.split('\n');
    expect(sentence).toMatch(/ is invalid\. Must be 1 to 255 characters, none of them a control or bidi/);
    expect(sentence).not.toMatch(/[\p{Cc}\p{Cf}]/u);
  });
});

describe('migrate', () => {
  it('brings an empty database up to date, once', async () => {
    const database = await emptyDatabase();
    const first = await runCli(['migrate'], { DATABASE_URL: database.url });
    expect(first).toMatchObject({ status: 0, stdout: expect.stringMatching(/^Migrated: InitialSchema/) });
    const second = await runCli(['migrate'], { DATABASE_URL: database.url });
    expect(second).toMatchObject({ status: 0, stdout: 'The schema is up to date.\n' });
    await database.drop();
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGINT', 130],
  ] as const)('exits by itself on %s, also as process 1 of a container', async (signal, status) => {
    const database = await emptyDatabase();
    const other = new pg.Client({ connectionString: database.url });
    await other.connect();
    await other.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    const child = spawn(process.execPath, ['dist/cli.js', 'migrate'], {
      env: { PATH: process.env.PATH, DATABASE_URL: database.url },
    });
    const ended = once(child, 'exit');
    const isWaiting = `SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`;
    while ((await database.query(isWaiting)).length === 0) await sleep(20);
    child.kill(signal);
    expect(await ended).toEqual([status, null]);
    await other.end();
    await database.drop();
  });

  it('ends with 1 where there is no database', async () => {
    const { status, stderr } = await runCli(['migrate'], {
      DATABASE_URL: 'postgresql://user:hunter2@127.0.0.1:1/x',
    });
    expect(status).toBe(1);
    expect(stderr).toContain('could not be updated');
    expect(stderr).not.toContain('hunter2');
  });
});

describe('audit', () => {
  const settings = () => ({ ALLOWED_TARGETS: site.target });

  it('says that a shell was not rendered for lack of a browser, and how to get one', async () => {
    const shell = await strangerSite((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Shell</title><div id="root"></div><script src="/app.js"></script>');
    });
    const audit = (...args: string[]) =>
      runCli(['audit', shell.origin, ...args], {
        ALLOWED_TARGETS: shell.target,
        PATH: '/nowhere',
        BROWSER_SANDBOX: 'off',
      });
    const { stdout } = await audit();
    expect(stdout).toContain('Not rendered: scripts make this page, and there is no browser.');
    expect(stdout).toContain('Browser: none: no browser is installed. To install one: npx playwright-core');
    const never = (await audit('--render', 'never')).stdout;
    expect(never).toContain('Not rendered: scripts make this page. What they may add does not count.');
    expect(never).not.toContain('Browser:');
    expect(never.split('\n')[0]).toBe(stdout.split('\n')[0]);
    await shell.close();
  });

  it('prints the report of a page, without server and database', async () => {
    const { status, stdout } = await runCli(['audit', site.origin], settings());
    expect(status).toBe(0);
    expect(stdout).toMatch(/^http:\S+ {2}\d+ (good|decent|bad)\n/);
    expect(stdout).toContain('The score is limited to 79 because of: HTTPS');
    expect(stdout).toContain('The page is served over plain http.');
  });

  it('prints JSON with everything', async () => {
    const { stdout } = await runCli(['audit', site.origin, '--json'], settings());
    expect(JSON.parse(stdout)).toMatchObject({
      url: site.origin,
      error: null,
      checks: { length: CHECKS.length },
    });
  });

  it.each([
    ['of all checks', []],
    ['of some', ['--checks', 'charset,image_keywords,title,https_encryption,content_length']],
  ])('prints what to fix first at the beginning, %s', async (_, some) => {
    const { stdout } = await runCli(['audit', site.origin, '--json', ...some], settings());
    const { checks } = JSON.parse(stdout) as { checks: { id: string; gain: number | null }[] };
    const gains = checks.map(({ gain }) => gain ?? -1);
    expect(gains).toEqual(gains.toSorted((a, b) => b - a));
    expect(checks[0]).toMatchObject({ gain: expect.any(Number) });
    const text = await runCli(['audit', site.origin, ...some], settings());
    expect(/\+(\d+)$/m.exec(text.stdout)?.[1]).toBe(String(checks[0]?.gain));
  });

  it('escapes what a page says, also in JSON', async () => {
    const said = '\u0085\u009b31mRed\u202e\u2066';
    const page = await strangerSite((request, response) => {
      if (request.url === '/robots.txt') response.writeHead(404).end();
      else
        response
          .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
          .end(`<!doctype html><title>T</title><img src="/a.png" class="${said}">`);
    });
    const args = ['audit', page.origin, '--checks', 'image_keywords'];
    for (const format of [[], ['--json']]) {
      const { stdout } = await runCli([...args, ...format], { ALLOWED_TARGETS: page.target, BROWSER: 'off' });
      expect(stdout).toContain(String.raw`\u0085\u009b31mRed\u202e\u2066`);
      expect(stdout.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
      if (format.length > 0) expect(JSON.parse(stdout).checks[0].evidence[0].excerpt).toContain(said);
    }
    await page.close();
  });

  it('completes a missing scheme, and says what it is doing', async () => {
    const { status, stderr } = await runCli(['audit', 'nowhere.invalid'], {});
    expect(status).toBe(2);
    expect(stderr).toContain('nowhere.invalid has no scheme. Auditing https://nowhere.invalid\n');
    expect(stderr).toContain(
      "https://nowhere.invalid can't be audited: the URL must have a host on the public",
    );
  });

  it('says in a sentence why a page cannot be loaded', async () => {
    const { status, stdout } = await runCli(['audit', 'http://127.0.0.1:9'], {
      ALLOWED_TARGETS: '127.0.0.1:9',
    });
    expect(status).toBe(2);
    expect(stdout).toBe(
      'http://127.0.0.1:9  0 bad\n  The page could not be loaded. The server refuses connections on this port.\n',
    );
  });

  it.each([
    [['--checks', 'titel'], 'Did you mean title?'],
    [['--checks', 'meta-descripton'], 'Did you mean meta_description?'],
    [['--fail-udner', '80'], 'Did you mean --fail-under?'],
  ])('suggests what %j was meant to be', async (args, suggestion) => {
    const { status, stderr } = await runCli(['audit', 'https://example.com/', ...args], {});
    expect(status).toBe(64);
    expect(stderr).toContain(suggestion);
  });

  it('refuses what is no URL as invalid usage', async () => {
    const { status, stderr } = await runCli(['audit', 'https://'], {});
    expect(status).toBe(64);
    expect(stderr).toContain('Must be a URL like https://example.com/.');
  });

  it.each([[['--help']], [['audit', '--help']], [['keys', 'create', '--help']]])(
    '%j has examples, which begin as the command did',
    async (args) => {
      const helpIn = async (env: Record<string, string>) => (await runCli(args, env)).stdout;
      expect(await helpIn({ npm_lifecycle_event: 'cli' })).toMatch(/Examples:\n {2}npm run --silent cli -- /);
      expect(await helpIn({})).toMatch(/Examples:\n {2}node dist\/cli\.js /);
    },
  );

  it('takes limits and weights from the settings, and says so in the version of its rules', async () => {
    const audit = async (more: Record<string, string>) => {
      const { stdout } = await runCli(['audit', site.origin, '--json'], { ...settings(), ...more });
      const { checks, ruleset_version, score } = JSON.parse(stdout);
      const length = checks.find(({ id }: { id: string }) => id === 'content_length');
      return { outcome: length.outcome, ruleset_version, score };
    };
    const ordinary = await audit({});
    expect(ordinary).toMatchObject({
      outcome: 'fail',
      ruleset_version: expect.stringMatching(/^[\d-]+$/),
    });
    const lenient = await audit({ CHECK_LIMITS: 'words=3', CHECK_WEIGHTS: 'high=0' });
    expect(lenient).toMatchObject({
      outcome: 'pass',
      ruleset_version: `${ordinary.ruleset_version}+words=3,high=0`,
    });
    expect(lenient.score).not.toBe(ordinary.score);
  });

  it.each([
    ['80', 1],
    ['10', 0],
  ])('with --fail-under %s exits with %d', async (limit, status) => {
    expect((await runCli(['audit', site.origin, '--fail-under', limit], settings())).status).toBe(status);
  });

  it('exits with 2 if one of the pages cannot be loaded, also under the limit', async () => {
    const urls = [site.origin, 'https://nowhere.invalid/'];
    expect((await runCli(['audit', ...urls, '--fail-under', '100'], settings())).status).toBe(2);
  });

  it('exits with 2 if a page may not be asked for, and names the setting', async () => {
    const { status, stderr } = await runCli(['audit', 'http://10.0.0.1/'], {});
    expect(status).toBe(2);
    expect(stderr).toContain('ALLOWED_TARGETS');
  });
});

describe('a command whose output is lost', () => {
  const run = async (stdout: 'pipe' | number) => {
    const child = spawn(process.execPath, ['dist/cli.js', 'openapi'], {
      env: { PATH: process.env.PATH },
      stdio: ['ignore', stdout, 'pipe'],
    });
    child.stdout?.destroy();
    let stderr = '';
    child.stderr?.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
    const [status] = (await once(child, 'close')) as [number | null];
    return { status, stderr };
  };

  it('ends as usual if the reader has gone', async () => {
    expect(await run('pipe')).toEqual({ status: 0, stderr: '' });
  });

  it('says in a sentence that the disk is full, and exits with 70', async () => {
    const full = openSync('/dev/full', 'w');
    expect(await run(full)).toEqual({
      status: 70,
      stderr: "The output can't be written: the disk is full. Repeat with another place for it.\n",
    });
    closeSync(full);
  });
});

describe('a command that fails', () => {
  it('says why in a sentence, and exits with 70', async () => {
    const database = await freshDatabase();
    await database.query(
      `INSERT INTO migrations (timestamp, name) VALUES (9999999999999, 'Later9999999999999')`,
    );
    const { status, stderr } = await runCli(['keys', 'list'], { DATABASE_URL: database.url });
    expect(status).toBe(70);
    expect(stderr).toMatch(/^error: the database was migrated by a later version of Pagegrade .*\n$/);
    await database.drop();
  });
});

describe('openapi', () => {
  it('prints the document that the service serves', async () => {
    const { stdout } = await runCli(['openapi'], {});
    const served = await test.call('get', '/openapi.json').expect(200);
    expect(JSON.parse(stdout)).toEqual(served.body);
  });
});
