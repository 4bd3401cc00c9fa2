import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCli } from '../../support/service.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

const TEMPLATE = `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <title>Shoes</title>
</head>
<body>
  <h1>Shoes</h1>
  <p>Größe 42 😀 <img src="/a.png" class="shoe"></p>
</body>
</html>
`;
const WORSE = TEMPLATE.replace(' lang="en"', '').replace('<h1>Shoes</h1>', '<p>Shoes</p>');

let site: StrangerSite;
let folder: string;
let html = TEMPLATE;

beforeAll(async () => {
  site = await strangerSite((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html);
  });
});

beforeEach(async () => {
  html = TEMPLATE;
  folder = await mkdtemp(join(tmpdir(), 'pagegrade-audit-'));
});

afterEach(() => rm(folder, { recursive: true }));

afterAll(() => site.close());

function audit(...args: string[]) {
  return runCli(['audit', `${site.origin}/`, ...args], { ALLOWED_TARGETS: site.target, BROWSER: 'off' });
}

async function file(name: string, content: string): Promise<string> {
  const path = join(folder, name);
  await writeFile(path, content);
  return path;
}

it.each(['/myapp', 'https://cdn.example.com/app/'])(
  'leaves the settings of the audited project to it: %s',
  async (PUBLIC_URL) => {
    const ofProject = {
      PUBLIC_URL,
      RATE_LIMIT: '100/minute',
      CONSOLE: 'true',
      RETENTION_DAYS: '30d',
    };
    const { status, stderr } = await runCli(['audit', `${site.origin}/`], {
      ALLOWED_TARGETS: site.target,
      BROWSER: 'off',
      ...ofProject,
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  },
);

describe('audit --format', () => {
  it('writes a file for each format and prints their paths, and nothing else', async () => {
    const output = join(folder, 'new', 'reports');
    const formats = 'github,codequality,markdown,junit,sarif,json,text';
    const { status, stdout, stderr } = await audit('--format', formats, '--output', output);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    const names = (await readdir(output)).sort();
    expect(stdout.split('\n').filter(Boolean).sort()).toEqual(names.map((name) => join(output, name)));
    expect(names).toHaveLength(7);
    expect(JSON.parse(await readFile(join(output, 'pagegrade.ndjson'), 'utf8')).url).toBe(`${site.origin}/`);
    expect(await readFile(join(output, 'pagegrade.junit.xml'), 'utf8')).toMatch(
      /^<\?xml .*<\/testsuites>\n$/s,
    );
  });

  it('says why a page could not be loaded where only files say it', async () => {
    const settings = { ALLOWED_TARGETS: '127.0.0.1:1', BROWSER: 'off' };
    const run = await runCli(
      ['audit', 'http://127.0.0.1:1/', '--output', folder, '--format', 'json'],
      settings,
    );
    expect(run).toEqual({
      status: 2,
      stdout: `${join(folder, 'pagegrade.ndjson')}\n`,
      stderr: "http://127.0.0.1:1/ can't be loaded. The server refuses connections on this port.\n",
    });
  });

  it('audits a page once that was given twice, in whatever spelling', async () => {
    const { stdout, stderr } = await audit(`${site.origin}/`, site.origin, '--format', 'json');
    expect(stdout.trim().split('\n')).toHaveLength(1);
    expect(stderr).toContain(`${site.origin} was given before, and is audited once.\n`);
  });

  it('gives SARIF the place of an element in the source that was sent', async () => {
    const { stdout } = await audit('--format', 'sarif', '--checks', 'image_keywords');
    const [{ results }] = JSON.parse(stdout).runs;
    expect(results).toHaveLength(1);
    const { artifactLocation, region } = results[0].locations[0].physicalLocation;
    expect(artifactLocation.uri).toBe(`${site.origin}/`);
    const line = TEMPLATE.split('\n')[region.startLine - 1] ?? '';
    expect(line.slice(region.startColumn - 1)).toBe('<img src="/a.png" class="shoe"></p>');
  });

  it('keeps --json as a synonym, and takes no other format beside it', async () => {
    const withoutTimes = (text: string) => {
      const { url, checks } = JSON.parse(text);
      return { url, ids: checks.map(({ id }: { id: string }) => id) };
    };
    const [json, synonym] = [await audit('--format', 'json'), await audit('--json')];
    expect(withoutTimes(synonym.stdout)).toEqual(withoutTimes(json.stdout));
    expect((await audit('--json', '--format', 'sarif')).status).toBe(64);
  });

  it('reports pages that were refused or not loaded, and exits with 2', async () => {
    const { status, stdout } = await audit('http://10.0.0.1/', '--format', 'junit');
    expect(status).toBe(2);
    expect(stdout).toMatch(/<testsuite name="http:\/\/10\.0\.0\.1\/" tests="1" failures="0" errors="1"/);
  });

  it('exits with 1 and says that the score is too low', async () => {
    const { status, stderr } = await audit('--fail-under', '100');
    expect(status).toBe(1);
    expect(stderr).toMatch(/^http:\S+: The score is \d+; 100 is the least that is accepted\.\n$/);
  });

  it('shows no password of a URL', async () => {
    const { status, stdout, stderr } = await audit('https://user:secret@example.com/', '--format', 'junit');
    expect(status).toBe(2);
    expect(stderr).toContain("https://***@example.com/ can't be audited");
    expect(stdout + stderr).not.toContain('secret');
  });

  it.each([
    [['--format', 'text,sarif'], 'several formats need --output'],
    [['--format', 'pdf'], 'Valid formats: text, json, sarif'],
    [['--warnings', 'maybe'], 'Allowed choices are fail, pass'],
    [
      ['--checks', 'color_contrast', '--fail-under', '80'],
      '--fail-under needs a check that counts for the score',
    ],
  ])('refuses %j as invalid usage', async (args, message) => {
    const { status, stderr } = await audit(...args);
    expect(status).toBe(64);
    expect(stderr).toContain(message);
  });

  it('shows no progress where standard error is no terminal', async () => {
    expect((await audit('--checks', 'title')).stderr).toBe('');
  });
});

describe('audit --output', () => {
  it.each(['/proc/nope', 'package.json', 'package.json/reports'])(
    'refuses %s, where no folder can be made, before it loads a page',
    async (output) => {
      let requests = 0;
      const count = () => requests++;
      site.server.on('request', count);
      const { status, stdout, stderr } = await audit('--output', output);
      site.server.off('request', count);
      expect({ status, stdout, requests }).toEqual({ status: 64, stdout: '', requests: 0 });
      expect(stderr).toMatch(
        /^error: the folder ".*" of --output can't be used: .*\. Choose another one\.\n$/,
      );
    },
  );

  it('says in a sentence which file cannot be written, and exits with 70', async () => {
    await mkdir(join(folder, 'pagegrade.txt'));
    expect(await audit('--output', folder)).toEqual({
      status: 70,
      stdout: '',
      stderr: `error: ${join(folder, 'pagegrade.txt')} can't be written: it is a folder. Repeat with another folder as --output.\n`,
    });
  });
});

describe('audit with settings that do not fit', () => {
  const run = (env: Record<string, string>, ...args: string[]) =>
    runCli(['audit', `${site.origin}/`, ...args], { ALLOWED_TARGETS: site.target, BROWSER: 'off', ...env });

  it.each([
    [{ SCORE_GOOD: 'abc' }, 'SCORE_GOOD must be an integer'],
    [{ HSTS_PRELOAD_FILE: '/nowhere' }, "HSTS_PRELOAD_FILE can't be used"],
  ])('exits with 64 for %j', async (env, message) => {
    const { status, stderr } = await run(env);
    expect(status).toBe(64);
    expect(stderr).toContain(message);
  });

  it('audits with the settings of other programs that have the names of a server’s', async () => {
    const others = {
      DATABASE_URL: 'mysql://root@db/app',
      LOG_LEVEL: 'warning',
      PORT: 'http',
      API_KEY: 'short',
    };
    const { status, stderr } = await run(others);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('exits with 2 without the browser that --render always needs', async () => {
    const { status, stderr } = await run({}, '--render', 'always');
    expect(status).toBe(2);
    expect(stderr).toContain("The page can't be rendered.");
  });
});

describe('audit --budgets', () => {
  it('exits with 1 and says which budget is broken', async () => {
    const budgets = await file(
      'budgets.json',
      JSON.stringify([
        { metric: 'score', min: 100 },
        { metric: 'checks.image_keywords', max: 'warn' },
        { metric: 'checks.title', max: 'pass' },
        { metric: 'loads' },
        { metric: 'rendered.lcp_ms', max: 2500 },
        { metric: 'checks.color_contrast', max: 'pass' },
      ]),
    );
    const { status, stderr } = await audit('--budgets', budgets);
    expect(status).toBe(1);
    const [score, check, rendered, unjudged, ...others] = stderr.split('\n');
    expect(score).toMatch(/: budgets\[0\] is broken: score is \d+; 100 is the least that is accepted\.$/);
    expect(check).toMatch(
      /: budgets\[1\] is broken: checks\.image_keywords is fail; warn is the most that is/,
    );
    expect(rendered).toMatch(/: budgets\[4\] was not applied: rendered\.lcp_ms was not measured\.$/);
    expect(unjudged).toMatch(/: budgets\[5\] was not applied: checks\.color_contrast was not measured\.$/);
    expect(others).toEqual(['']);
  });

  it('exits with 0 if all hold', async () => {
    const budgets = await file('budgets.json', '[{"metric":"score","min":1}]');
    expect(await audit('--budgets', budgets)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['{', /budgets\.json is not valid JSON: /],
    ['{}', /budgets\.json: budgets must be a JSON array of up to 20 objects\.$/m],
    ['[{"metric":"scores","min":1}]', /: budgets\[0\] must have a known metric: .*Did you mean score\?/],
    ['[{"metric":"score","min":101}]', /: budgets\[0\] must have a number from 0 to 100 as its min\./],
    [
      '[{"metric":"loads"},{"metric":"score","max_drop":1}]',
      /: budgets\[1\] must not have max_drop: it compa/,
    ],
    ['[{"metric":"loads","consecutive":1}]', /: budgets\[0\] must not have consecutive: it compares several/],
    [
      '[{"metric":"pages.loaded","min":90}]',
      /: budgets\[0\] must have a metric of kind page: .*pages\.loaded is for monitors of kind crawl\./,
    ],
    ['[null]', /: budgets\[0\] must be an object\./],
  ])('refuses %s with the place and the reason', async (content, message) => {
    const { status, stderr, stdout } = await audit('--budgets', await file('budgets.json', content));
    expect({ status, stdout }).toEqual({ status: 64, stdout: '' });
    expect(stderr).toMatch(message);
  });

  it('refuses a file that does not exist', async () => {
    const { status, stderr } = await audit('--budgets', join(folder, 'none.json'));
    expect(status).toBe(64);
    expect(stderr).toContain("none.json can't be read: there is no such file.");
  });
});

describe('audit --baseline', () => {
  const baseline = async () => file('baseline.json', (await audit('--format', 'json')).stdout);

  it('exits with 0 for the same page, whatever fails on it', async () => {
    expect(await audit('--baseline', await baseline())).toMatchObject({ status: 0, stderr: '' });
  });

  it('exits with 1 and says what is worse', async () => {
    const before = await baseline();
    html = WORSE;
    const { status, stderr } = await audit('--baseline', before);
    expect(status).toBe(1);
    expect(stderr).toMatch(/: The score is \d+; it was \d+\.$/m);
    expect(stderr).toMatch(/ fails now: /);
    expect(stderr).not.toContain('alternative text');
  });

  it('exits with 0 for a page that is better', async () => {
    html = WORSE;
    const before = await baseline();
    html = TEMPLATE;
    expect((await audit('--baseline', before)).status).toBe(0);
  });

  it('says that a page is not in it, and that a score is not comparable', async () => {
    const before = await baseline();
    const other = await runCli(['audit', `${site.origin}/new`, '--baseline', before], {
      ALLOWED_TARGETS: site.target,
      BROWSER: 'off',
    });
    expect(other).toMatchObject({ status: 0, stderr: expect.stringContaining('It is not in the baseline') });
    const fewer = await audit('--baseline', before, '--checks', 'title');
    expect(fewer.stderr).toContain('Its score was not compared: the baseline has other rules or checks.');
    const rendered = { ...(JSON.parse(await readFile(before, 'utf8')) as object), score: 100, rendered: {} };
    const there = await audit('--baseline', await file('rendered.json', JSON.stringify(rendered)));
    expect(there.status).toBe(0);
    expect(there.stderr).toContain('a browser rendered the page only here, or only in the baseline');
  });

  it('reads one that Windows PowerShell wrote', async () => {
    const utf8 = await readFile(await baseline(), 'utf8');
    const path = join(folder, 'windows.json');
    await writeFile(path, `\ufeff${utf8.replaceAll('\n', '\r\n')}`, 'utf16le');
    expect(await audit('--baseline', path)).toMatchObject({ status: 0, stderr: '' });
  });

  it.each([
    ['', /baseline\.json has no pages\. Write it with "audit --format json"\./],
    ['\n{"url":', /baseline\.json, line 2, is not valid JSON: /],
    ['{"url":"https://example.com/"}', /baseline\.json, line 1, must be a page that "audit --format json"/],
  ])('refuses %j with the line', async (content, message) => {
    const { status, stderr } = await audit('--baseline', await file('baseline.json', content));
    expect(status).toBe(64);
    expect(stderr).toMatch(message);
  });
});

it('needs nothing of the service, which would make it slow to start', async () => {
  const { status } = await runCli(['audit', `${site.origin}/`], {
    ALLOWED_TARGETS: site.target,
    BROWSER: 'off',
    NODE_V8_COVERAGE: folder,
  });
  const records = await Promise.all(
    (await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')),
  );
  const loaded = records.flatMap((record) =>
    (JSON.parse(record) as { result: { url: string }[] }).result.map(({ url }) => url),
  );
  expect([status, loaded.some((url) => url.endsWith('/dist/engine/audit/registry.js'))]).toEqual([0, true]);
  expect(loaded.filter((url) => /node_modules\/(@nestjs|typeorm|class-validator)\//.test(url))).toEqual([]);
});
