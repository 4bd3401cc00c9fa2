import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { endServices, newFolder, start } from '../support/data-folders.js';
import { runCli } from '../support/service.js';

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
  }, 60_000);
});
