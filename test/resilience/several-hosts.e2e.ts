import { setTimeout as sleep } from 'node:timers/promises';
import { migrate } from '../../src/platform/database/migrate.js';
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/database.js';
import { startApp } from '../support/app.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { strangerSite } from '../support/website.js';

let database: TestDatabase;
/** Which of the two hosts takes writes. */
let primary: 0 | 1;
let hosts: [Wire, Wire];

afterEach(async () => {
  for (const host of hosts) await host.cut();
});

/** @returns a URL of a host that is away, one that takes no writes, and one that does */
async function severalHosts(of: TestDatabase, query = ''): Promise<string> {
  database = of;
  primary = 1;
  hosts = [
    await wireTo(database.url, { isReadOnly: () => primary !== 0 }),
    await wireTo(database.url, { isReadOnly: () => primary !== 1 }),
  ];
  const names = hosts.map(({ url }) => new URL(url).host);
  const { username, password, pathname } = new URL(database.url);
  return `postgresql://${username}:${password}@127.0.0.1:1,${names.join()}${pathname}${query}`;
}

describe('a database URL with several hosts', () => {
  it('leads all connections to the one that takes writes, and follows when that moves', async () => {
    const site = await strangerSite();
    const fresh = await freshDatabase();
    const test = await startApp(
      { ALLOWED_TARGETS: site.target, DATABASE_URL: await severalHosts(fresh) },
      fresh,
    );
    const post = () => test.owner.call('post', '/api/v1/reports').send({ url: site.origin });
    const isReady = async () => (await fetch(`${test.url}/health/ready`)).status === 200;
    await post().expect(201);

    await hosts[1].cut();
    await sleep(100);
    await post().expect(503);
    expect(await isReady()).toBe(false);

    primary = 0;
    await hosts[1].restore();
    for (const deadline = Date.now() + 10_000; Date.now() < deadline && !(await isReady());) await sleep(50);
    for (let n = 0; n < 5; n++) expect((await post()).body.data.status).toBe('completed');
    await test.close();
    await site.close();
  });

  it('is migrated on the one that takes writes', async () => {
    const empty = await emptyDatabase();
    expect(await migrate(await severalHosts(empty))).not.toEqual([]);
    await empty.drop();
  });

  it('may lead to any of them with target_session_attrs=any', async () => {
    const empty = await emptyDatabase();
    const url = await severalHosts(empty, '?target_session_attrs=any');
    await hosts[1].cut();
    await expect(migrate(url)).rejects.toThrow('read-only');
    await empty.drop();
  });
});

describe('a database URL with one host that takes no writes', () => {
  it('is refused', async () => {
    const empty = await emptyDatabase();
    await severalHosts(empty);
    await expect(migrate(hosts[0].url)).rejects.toThrow('takes no writes');
    await empty.drop();
  });
});
