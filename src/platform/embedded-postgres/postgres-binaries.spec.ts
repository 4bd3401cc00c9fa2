import { chmod, mkdir, mkdtemp, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareBinaries } from './postgres-binaries.js';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;

let folder: string;
let data: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'installed-'));
  await chmod(folder, 0o755);
  data = join(folder, 'data');
  await mkdir(data);
  await chmod(data, 0o777);
  for (const name of ['bin', 'lib']) await mkdir(join(folder, 'native', name), { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"version":"18.9.0"}');
  for (const name of ['initdb', 'postgres'])
    await writeFile(join(folder, 'native', 'bin', name), 'program', { mode: 0o755 });
  await writeFile(join(folder, 'native', 'lib', 'libpq.so.5.18'), 'library');
  const links = [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }];
  await writeFile(join(folder, 'native', 'pg-symlinks.json'), JSON.stringify(links));
});

afterEach(async () => {
  process.seteuid?.(isRoot ? 0 : (process.getuid?.() ?? 0));
  await chmod(join(folder, 'native', 'lib'), 0o755);
  await rm(folder, { recursive: true });
});

const installed = () => ({
  initdb: join(folder, 'native', 'bin', 'initdb'),
  postgres: join(folder, 'native', 'bin', 'postgres'),
});

describe('the programs of the embedded PostgreSQL', () => {
  it('are used where they were installed, with the links that npm leaves out', async () => {
    const programs = await prepareBinaries(installed(), { directory: data });
    expect(programs).toEqual({ ...installed(), majorVersion: '18' });
    expect(await readlink(join(folder, 'native', 'lib', 'libpq.so.5'))).toBe('libpq.so.5.18');
  });

  it('are copied with their links if another user has installed them', async () => {
    await chmod(join(folder, 'native', 'lib'), 0o555);
    if (isRoot) process.seteuid?.(NOBODY);
    const programs = await prepareBinaries(installed(), { directory: data });
    const copy = join(data, 'programs-18.9.0');
    expect(programs.postgres).toBe(join(copy, 'bin', 'postgres'));
    expect(await readFile(programs.initdb, 'utf8')).toBe('program');
    expect(await readFile(join(copy, 'lib', 'libpq.so.5'), 'utf8')).toBe('library');
    expect(await prepareBinaries(installed(), { directory: data })).toEqual(programs);
  });
});
