import { setTimeout as sleep } from 'node:timers/promises';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Wire, wireTo } from '../support/proxy.js';
import { type Service, startService } from '../support/service.js';
import { setReadOnly } from '../support/switchover.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from '../support/website.js';

const KEY = 'ending-test-key-1';
const ROLES = ['api', 'worker', 'all'];

let database: TestDatabase;
let wire: Wire;
let site: StrangerSite;
let go: () => void;
let services: Service[];

/** One process of each role, and an audit under way. */
beforeEach(async () => {
  database = await freshDatabase();
  wire = await wireTo(database.url);
  const held = new Promise<void>((resolve) => (go = resolve));
  site = await strangerSite((request, response) => {
    void held.then(() => {
      ordinaryAnswer(request, response);
    });
  });
  services = await Promise.all(
    ROLES.map((ROLE) =>
      startService({ ROLE, DATABASE_URL: wire.url, API_KEY: KEY, ALLOWED_TARGETS: site.target }),
    ),
  );
  const [api] = services;
  for (const path of ['/1', '/2', '/3', '/4']) {
    await fetch(`${api?.url ?? ''}/api/v1/reports`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${KEY}`,
        'content-type': 'application/json',
        prefer: 'respond-async',
      },
      body: JSON.stringify({ url: site.origin + path }),
    });
  }
  while (site.requests.length < 4) await sleep(20);
});

afterEach(async () => {
  for (const { process: child, ended } of services) {
    child.kill('SIGKILL');
    await ended;
  }
  await wire.cut();
  await site.close();
  await database.drop();
});

describe('SIGTERM ends every role within 30 s', () => {
  it.each([
    ['away', () => wire.cut()],
    [
      'frozen',
      async () => {
        await sleep(0);
        wire.freeze();
      },
    ],
    ['read-only', () => setReadOnly(database, true)],
  ])('while the database is %s', async (_name, trouble) => {
    await trouble();
    go();
    await sleep(1000);
    for (const { process: child } of services) child.kill('SIGTERM');
    const statuses = Promise.all(services.map(({ ended }) => ended));
    expect(await Promise.race([statuses, sleep(30_000, 'not ended')])).toEqual([0, 0, 0]);
  });
});
