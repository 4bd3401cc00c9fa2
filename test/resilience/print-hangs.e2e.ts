import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { processesOf } from '../../src/engine/rendering/process-tree.js';
import { type Account, startApp, type TestApp } from '../support/app.js';
import { browserSettings } from '../support/browser.js';
import { eventually } from '../support/eventually.js';
import { hostileFindings } from '../support/hostile-findings.js';
import { storedReport } from '../support/reports.js';
import { type StrangerSite, strangerSite } from '../support/website.js';

const BROWSERS = `pagegrade-browser-${String(process.pid)}-`;

let site: StrangerSite;
let test: TestApp;

beforeAll(async () => {
  site = await strangerSite();
  test = await startApp({ ...(await browserSettings()), ALLOWED_TARGETS: site.target });
});

afterAll(async () => {
  await test.close();
  await site.close();
});

/** A public report of another account, whose PDF takes a second to print.
 *  @returns path of its PDF */
async function pdfOfNewAccount(name: string): Promise<string> {
  const [account] = await test.database.query<Account>(
    'INSERT INTO accounts (name) VALUES ($1) RETURNING id::int AS id',
    [name],
  );
  if (!account) throw new Error('The account was not stored');
  const findings = { checks: hostileFindings('text') };
  const id = await storedReport(test, account, `https://${name}.example/`, 40, findings);
  const [website] = await test.database.query<{ token: string }>(
    'UPDATE websites SET privacy = 0 WHERE account_id = $1 RETURNING share_token AS token',
    [account.id],
  );
  return `/s/${website?.token ?? ''}/reports/${String(id)}/report.pdf`;
}

const request = (path: string) => test.call('get', path).set('Accept', 'application/pdf').buffer(true);
const answerAt = (path: string) =>
  eventually(async () => {
    const response = await request(path);
    return response.status === 202 ? null : response;
  });

/** The processes that pages are in. */
const pageRenderers = () =>
  processesOf(BROWSERS).filter((pid) => {
    try {
      return readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').includes('--type=renderer');
    } catch {
      return false;
    }
  });

/** Stops the page of the next PDF while it is printed, and no later one. */
async function hangPrint(path: string): Promise<void> {
  const begun = eventually(() => Promise.resolve(pageRenderers().length > 0));
  await request(path).expect(202);
  await begun;
  for (let round = 0; round < 20; round++) {
    for (const pid of pageRenderers()) process.kill(pid, 'SIGSTOP');
    await sleep(10);
  }
}

describe('a PDF whose page hangs while it is printed', () => {
  it('fails with the reason, and harms neither four others nor an audit that is rendered meanwhile', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const [first = '', hung = '', ...others] = await Promise.all(
      ['first', 'hung', ...names].map(pdfOfNewAccount),
    );
    expect(await answerAt(first)).toMatchObject({ status: 200 });
    await hangPrint(hung);
    for (const path of others) await request(path).expect(202);
    const { body } = await test.owner
      .call('post', '/api/v1/reports')
      .send({ url: `${site.origin}/`, render: 'always' })
      .expect(201);
    expect(body.data).toMatchObject({ status: 'completed', rendered: { error: null } });
    expect(await answerAt(hung)).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('The document was not printed in time.') },
    });
    for (const path of others)
      expect(await answerAt(path)).toMatchObject({ status: 200, type: 'application/pdf' });
    expect(await answerAt(hung)).toMatchObject({ status: 200, type: 'application/pdf' });
  }, 180_000);
});
