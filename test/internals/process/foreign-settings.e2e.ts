import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { startApp } from '../../support/app.js';
import { type StrangerSite, strangerSite } from '../../support/website.js';

describe('files of others where a command is started', () => {
  let folder = '';
  const current = () => join(folder, 'below');

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pagegrade-foreign-'));
    mkdirSync(current());
  });

  afterAll(() => {
    rmSync(folder, { recursive: true });
  });

  it.each([
    ['graphile-worker.config.js', `require('node:fs').writeFileSync("ran", '')`],
    ['graphile-worker.config.cjs', `require('node:fs').writeFileSync("ran", '')`],
    ['package.json', '{ "name": '],
    ['.graphile-workerrc', '{{{'],
  ])('%s is not read', (name, text) => {
    for (const place of [folder, current()]) writeFileSync(join(place, name), text);
    const { status, stderr } = spawnSync(process.execPath, [resolve('dist/cli.js'), 'openapi'], {
      cwd: current(),
      env: { PATH: process.env.PATH, HOME: folder },
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    expect([status, stderr]).toEqual([0, '']);
    expect(existsSync(join(current(), 'ran'))).toBe(false);
    for (const place of [folder, current()]) rmSync(join(place, name));
  });
});

describe('the variable GRAPHILE_WORKER_SCHEMA', () => {
  let site: StrangerSite;

  beforeEach(async () => {
    process.env.GRAPHILE_WORKER_SCHEMA = 'other';
    site = await strangerSite();
  });

  afterEach(async () => {
    delete process.env.GRAPHILE_WORKER_SCHEMA;
    await site.close();
  });

  it('has no effect', async () => {
    const test = await startApp({ ALLOWED_TARGETS: site.target });
    const url = `${site.origin}/shoes`;
    await test.owner.call('post', '/api/v1/reports').send({ url }).expect(201);
    await test.close();
  });
});
