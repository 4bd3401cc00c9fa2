import { setTimeout as sleep } from 'node:timers/promises';
import { startApp, type TestApp } from '../support/app.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Wire, type WireOptions, wireTo } from '../support/proxy.js';
import { storedReport } from '../support/reports.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

let database: TestDatabase;
let wire: Wire;
let site: StrangerSite;
let test: TestApp;

async function start(
  wired: 'DATABASE_URL' | 'MIGRATION_DATABASE_URL',
  options: WireOptions = {},
): Promise<void> {
  database = await freshDatabase();
  site = await strangerSite();
  wire = await wireTo(database.url, options);
  test = await startApp(
    { MIGRATION_DATABASE_URL: database.url, [wired]: wire.url, ALLOWED_TARGETS: site.target },
    database,
  );
}

afterEach(async () => {
  await test.close();
  await wire.cut();
  await site.close();
});

function post(path: string) {
  return test.owner
    .call('post', '/api/v1/reports')
    .set('Prefer', 'respond-async')
    .send({ url: site.origin + path });
}

async function expectCompleted(id: number): Promise<void> {
  const look = async () => {
    const { body } = await test.owner.call('get', `/api/v1/reports/${String(id)}`).expect(200);
    return body.data.status as string;
  };
  for (const deadline = Date.now() + 40_000; Date.now() < deadline && (await look()) !== 'completed';)
    await sleep(250);
  expect(await look()).toBe('completed');
}

describe('a claim whose answer is lost', () => {
  it('is given back by the worker that does not know of it', async () => {
    let losses = 0;
    await start('DATABASE_URL', {
      losesAnswer: (question, answer) =>
        question.includes('claim_audit') && answer.includes(site.origin) && losses++ === 0,
    });
    const { body } = await post('/').expect(202);
    await expectCompleted(body.data.id);
    expect(losses).toBeGreaterThan(1);
  });
});

describe('a job whose worker never learned that it has it', () => {
  it('is run all the same', async () => {
    let isLost = false;
    await start('MIGRATION_DATABASE_URL', {
      losesAnswer: (_question, answer) => {
        if (isLost || !answer.includes('"websiteId"')) return false;
        isLost = true;
        return true;
      },
    });
    await storedReport(test, test.owner, 'https://gone.example/');
    const { body } = await test.owner.call('get', '/api/v1/websites').expect(200);
    await test.owner.call('delete', `/api/v1/websites/${String(body.data[0].id)}`).expect(200);
    const left = () => test.database.query('SELECT 1 FROM deleted_websites');
    for (const deadline = Date.now() + 60_000; Date.now() < deadline && (await left()).length > 0;)
      await sleep(250);
    expect(isLost).toBe(true);
    expect(await left()).toEqual([]);
  });
});

describe('a session that is lost without the server noticing', () => {
  it('is ended by the process that it belonged to, and reports are made again', async () => {
    await start('MIGRATION_DATABASE_URL');
    await expectCompleted((await post('/before').expect(202)).body.data.id);
    wire.abandon();
    await sleep(500);
    await expectCompleted((await post('/after').expect(202)).body.data.id);
  });
});
