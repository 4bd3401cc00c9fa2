import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parse } from 'yaml';
import { type StrangerSite, strangerSite } from '../../support/website.js';

let site: StrangerSite;
let folder: string;

beforeAll(async () => {
  site = await strangerSite();
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pagegrade-action-'));
  await writeFile(join(folder, 'summary.md'), 'Earlier\n');
});

afterEach(() => rm(folder, { recursive: true }));

afterAll(() => site.close());

async function actionFile() {
  return parse(await readFile('action.yml', 'utf8'));
}

/** Runs the entry script with the defaults of action.yml and these inputs. */
async function run(inputs: Record<string, string>) {
  const { inputs: described, runs } = await actionFile();
  const step = runs.steps.find(({ id }: { id?: string }) => id === 'audit');
  const env = Object.fromEntries(
    Object.entries(step.env as Record<string, string>).map(([name, expression]) => {
      const input = /^\$\{\{ inputs\.([\w-]+) \}\}$/.exec(expression)?.[1] ?? '';
      return [name, inputs[input] ?? described[input].default ?? ''];
    }),
  );
  const files = {
    GITHUB_OUTPUT: join(folder, 'output.txt'),
    GITHUB_STEP_SUMMARY: join(folder, 'summary.md'),
  };
  const child = spawn('bash', ['-c', step.run], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      GITHUB_ACTION_PATH: resolve('.'),
      ALLOWED_TARGETS: site.target,
      BROWSER: 'off',
      CI: 'true',
      TMPDIR: folder,
      ...files,
      ...env,
    },
  });
  let [stdout, stderr] = ['', ''];
  child.stdout.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (stderr += chunk.toString()));
  const status = await new Promise<number | null>((settle) => child.once('close', settle));
  const output = await readFile(files.GITHUB_OUTPUT, 'utf8').catch(() => '');
  const summary = await readFile(files.GITHUB_STEP_SUMMARY, 'utf8');
  return { status, stdout, stderr, output, summary };
}

describe('action.yml', () => {
  it('annotates, adds to the summary, and outputs score and files', async () => {
    const { status, stdout, output, summary } = await run({ urls: `${site.origin}/\n  ${site.origin}/b` });
    expect(status).toBe(0);
    const commands = stdout.split('\n').filter(Boolean);
    for (const line of commands)
      expect(line).toMatch(/^::(error|warning|notice) file=http%3A\/\/127.*title=.*::/);
    expect(commands.some((line) => line.startsWith('::error '))).toBe(true);
    expect(summary).toMatch(/^Earlier\n## http/);
    expect(summary.match(/^## /gm)).toHaveLength(2);
    const [, score = '', listed = ''] =
      /^score=(\d+)\nfiles<<(?:end-\d+)\n(.*)\nend-\d+\n$/s.exec(output) ?? [];
    const lines = await readFile(join(folder, 'pagegrade-report/pagegrade.ndjson'), 'utf8');
    const scores = lines
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).score);
    expect(Number(score)).toBe(Math.min(...scores));
    expect(listed.split('\n')).toContain('pagegrade-report/pagegrade.sarif');
    for (const path of listed.split('\n')) expect(await readFile(join(folder, path), 'utf8')).not.toBe('');
  });

  it('ends with 1 below the score, with everything written', async () => {
    const { status, output, summary } = await run({
      urls: site.origin,
      'fail-under': '100',
      checks: 'image_keywords,content_length',
    });
    expect(status).toBe(1);
    expect(output).toMatch(/^score=\d+\n/);
    expect(summary).toContain('All 2 checks');
  });

  it('crawls a website', async () => {
    const inputs = { urls: site.origin, crawl: 'true', 'max-pages': '2' };
    const { status, stdout, output, summary } = await run(inputs);
    expect(status).toBe(0);
    expect(stdout).toMatch(
      /^::warning file=http.*,title=Pages with the title of another page::2 pages have /m,
    );
    expect(output).toMatch(/^score=\d+(\.\d+)?\nfiles<</);
    expect(summary).toContain('2 pages audited');
  });

  it.each([
    [{ urls: ' ' }, 'The input urls is empty.'],
    [{ urls: 'https://example.com/', crawl: 'yes' }, 'The input crawl must be true or false.'],
    [{ urls: 'https://example.com/', crawl: 'true', checks: 'title' }, 'The input checks is not for crawls.'],
  ])('refuses %j', async (inputs, message) => {
    expect(await run(inputs)).toMatchObject({
      status: 64,
      stdout: `::error title=Pagegrade::${message}\n`,
      output: '',
    });
  });

  it('passes no URL on as an option, and runs no shell code', async () => {
    const { status, stdout } = await run({ urls: '--version $(touch${IFS}broken) `touch broken`' });
    expect(stdout).not.toMatch(/^\d+\.\d+\.\d+$/m);
    expect(status).toBe(2);
    await expect(readFile(join(folder, 'broken'))).rejects.toThrow('ENOENT');
  });

  it('describes every input that its step uses, and uses every one that it describes', async () => {
    const { inputs, runs } = await actionFile();
    const used = [...JSON.stringify(runs).matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  });
});
