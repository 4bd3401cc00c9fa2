import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { endServices, newFolder, postmasterOf, start, statusOf } from '../support/data-folders.js';
import { rounds } from '../support/rounds.js';

const ROUNDS = rounds(1);

afterEach(endServices);

describe('the service with its embedded PostgreSQL', () => {
  it(
    'survives kill -9 of itself, of PostgreSQL, and of both',
    async () => {
      const dataDir = await newFolder();
      let service = await start({ DATA_DIR: dataDir, API_KEY: 'my-key-0123456789' });
      const kinds = [['service'], ['postgres', 'service']];
      for (const victims of Array.from({ length: ROUNDS }, () => kinds).flat()) {
        if (victims.includes('postgres')) process.kill(postmasterOf(dataDir), 'SIGKILL');
        service.process.kill('SIGKILL');
        await service.ended;
        expect(existsSync(join(dataDir, 'postgres', 'postmaster.pid'))).toBe(true);
        service = await start({ DATA_DIR: dataDir, API_KEY: 'my-key-0123456789' });
        expect(await statusOf(service, 'my-key-0123456789')).toBe(200);
      }
    },
    60_000 * ROUNDS,
  );

  it('starts its PostgreSQL again when that is killed', async () => {
    const dataDir = await newFolder();
    const service = await start({ DATA_DIR: dataDir, API_KEY: 'my-key-0123456789' });
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    for (const deadline = Date.now() + 10_000; Date.now() < deadline;) {
      await sleep(500);
      if ((await statusOf(service, 'my-key-0123456789')) === 200) break;
    }
    expect(await statusOf(service, 'my-key-0123456789')).toBe(200);
  });
});
