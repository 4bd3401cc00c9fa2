import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { entriesOf, HostsFile } from './hosts-file.js';

describe('HostsFile', () => {
  it('answers all that ask while it is read', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'hosts-'));
    const path = join(folder, 'hosts');
    await writeFile(path, '10.0.0.1 pinned.example');
    const file = new HostsFile(path);
    const answers = await Promise.all([1, 2, 3].map(() => file.addressesOf('pinned.example')));
    expect(answers).toEqual([['10.0.0.1'], ['10.0.0.1'], ['10.0.0.1']]);
    await rm(folder, { recursive: true });
  });
});

describe('entriesOf', () => {
  it('finds every address of a name, without regard to case and comments', () => {
    const entries = entriesOf(
      '# 1.1.1.1 no.example\n127.0.0.1\tlocalhost  Loop.example # x\r\n::1 localhost\n\n10.0.0.1',
    );
    expect(entries.get('localhost')).toEqual(['127.0.0.1', '::1']);
    expect(entries.get('loop.example')).toEqual(['127.0.0.1']);
    expect([...entries.keys()]).toEqual(['localhost', 'loop.example']);
  });
});
