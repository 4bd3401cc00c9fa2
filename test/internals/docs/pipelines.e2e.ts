import { spawn } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
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
  folder = await mkdtemp(join(tmpdir(), 'pagegrade-pipelines-'));
  const program = join(folder, 'pagegrade');
  await writeFile(program, `#!/bin/sh\nexec '${process.execPath}' '${resolve('dist/cli.js')}' "$@"\n`);
  await chmod(program, 0o755);
});

afterEach(() => rm(folder, { recursive: true }));

afterAll(() => site.close());

/** Code blocks of a recipe in one language, without the line that installs the package. */
async function blocks(recipe: string, language: string): Promise<string[]> {
  const text = await readFile(`docs/ci/${recipe}.md`, 'utf8');
  return [...text.matchAll(/```(\w+)\n(.*?)```/gs)].flatMap(([, name, code = '']) =>
    name === language ? code : [],
  );
}

function isOurs(line: string): boolean {
  return !/^npm install (--global|--prefix \.pagegrade) --ignore-scripts "\$PAGEGRADE_PACKAGE"/.test(line);
}

/** Runs lines as a pipeline does: until one fails. */
async function runLines(lines: readonly string[]): Promise<number | null> {
  const child = spawn('sh', ['-ec', lines.filter(isOurs).join('\n')], {
    cwd: folder,
    env: {
      PATH: `${folder}:${process.env.PATH ?? ''}`,
      PAGE_URL: `${site.origin}/`,
      ALLOWED_TARGETS: site.target,
      BROWSER: 'off',
    },
    stdio: 'ignore',
  });
  return new Promise((settle) => child.once('close', settle));
}

describe('the recipes in docs/ci', () => {
  it('work in GitLab: both reports are where the job says, also below the score', async () => {
    const [block = ''] = await blocks('gitlab', 'yaml');
    const { pagegrade } = parse(block);
    const status = await runLines(pagegrade.script);
    expect(status).toBe(1);
    expect(await runLines(pagegrade.after_script)).toBe(0);
    const { junit, codequality } = pagegrade.artifacts.reports;
    expect(await readFile(join(folder, junit), 'utf8')).toContain('<testsuite ');
    expect(JSON.parse(await readFile(join(folder, codequality), 'utf8')).length).toBeGreaterThan(0);
  });

  it('work in Jenkins', async () => {
    const [block = ''] = await blocks('jenkins', 'groovy');
    const lines = [...block.matchAll(/^ *sh '(.*)'$/gm)].map(([, line = '']) => line);
    expect(lines).toHaveLength(2);
    const programs = join(folder, '.pagegrade', 'node_modules', '.bin');
    await mkdir(programs, { recursive: true });
    await rename(join(folder, 'pagegrade'), join(programs, 'pagegrade'));
    expect(await runLines(lines)).toBe(1);
    const [, path = ''] = /junit '(.*?)'/.exec(block) ?? [];
    expect((await stat(join(folder, path))).size).toBeGreaterThan(1000);
  });

  it('work in any shell', async () => {
    const [limit = '', baseline = '', budgets = ''] = await blocks('shell', 'sh');
    expect(await runLines(limit.split('\n'))).toBe(1);
    expect(await runLines(limit.replace('80', '10').split('\n'))).toBe(0);
    expect(await runLines(baseline.split('\n'))).toBe(0);
    expect(await runLines(budgets.split('\n'))).toBe(0);
  });

  it('give the action in GitHub only inputs that it has', async () => {
    const [block = ''] = await blocks('github', 'yaml');
    const [step, upload] = parse(block).jobs.pagegrade.steps;
    const { inputs } = parse(await readFile('action.yml', 'utf8'));
    expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(step.with)));
    expect(upload.with.path).toBe(inputs.output.default);
  });
});
