import { type SiteApp, startSiteApp } from '../../support/site-app.js';
import { type ConsoleSession, sendKey, sessionCookie, signedIn, visit } from '../../support/console.js';
import { type ConsoleRecords, consoleRecords, formsOf, stateOf } from '../../support/console-records.js';

let test: SiteApp;
let records: ConsoleRecords;

beforeAll(async () => {
  test = await startSiteApp();
  records = await consoleRecords(test);
});
afterAll(() => test.close());

const SCREENS = ['', '/reports', '/reports/reports.csv', '/keys', '/settings'];

/** Sends all forms as the session did before it ended, and asks for screens.
 *  @returns how each was answered, every answer once */
async function answersTo(session: ConsoleSession): Promise<string[]> {
  const answers = [];
  for (const screen of SCREENS) answers.push(await session.get(`/console${screen}`));
  // The sign-out is the first form: it would end a session that has not ended.
  for (const [path, fields] of formsOf(records, test).toReversed())
    answers.push(await session.post(path, fields));
  const texts = answers.map(({ status, headers }) => `${String(status)} ${headers.get('location') ?? ''}`);
  return [...new Set(texts.map((text) => text.replace(/\?next=.*/, '')))];
}

describe('what a session sent is refused, and changes nothing,', () => {
  it.each<[string, (session: ConsoleSession) => Promise<unknown>]>([
    ['after its sign-out', (session) => session.post('/console/sign-out')],
    [
      'after a sign-in that took its place',
      ({ cookie }) =>
        visit(`${test.url}/console/sign-in`, {
          method: 'POST',
          headers: { cookie },
          body: new URLSearchParams({ key: test.owner.key }),
        }),
    ],
    ['after it was deleted', () => test.database.query('DELETE FROM console_sessions')],
    [
      'after it expired',
      () => test.database.query(`UPDATE console_sessions SET expires_at = now() - interval '1 second'`),
    ],
  ])('%s', async (_, end) => {
    const session = await signedIn(test.url, test.owner.key);
    expect((await session.get('/console')).status).toBe(200);
    await end(session);
    const before = await stateOf(test);
    expect(await answersTo(session)).toEqual(['303 /console/sign-in']);
    expect(await stateOf(test)).toEqual(before);
  });

  it('and the sign-in says so, and leads back to the form', async () => {
    const send = (path: string, referer: string) =>
      visit(test.url + path, { method: 'POST', headers: { referer }, body: new URLSearchParams() });
    const lost = await send('/console/settings', `${test.url}/console/settings?done=logo-saved`);
    const address = lost.headers.get('location') ?? '';
    expect(address).toBe('/console/sign-in?next=%2Fconsole%2Fsettings&unsaved=1');
    const page = await (await visit(test.url + address)).text();
    expect(page).toContain('Your session has ended, so the form was not saved.');
    expect(page).toContain('name="next" value="/console/settings"');
    const foreign = await send('/console/settings', 'https://evil.example/console/settings');
    expect(foreign.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole&unsaved=1');
    const signOut = await send('/console/sign-out', `${test.url}/console/settings`);
    expect(signOut.headers.get('location')).toBe('/console/sign-in?next=%2Fconsole%2Fsettings');
  });

  it('with the cookie of the session that followed it', async () => {
    const session = await signedIn(test.url, test.owner.key);
    await session.post('/console/sign-out');
    const next = sessionCookie(await sendKey(test.url, { key: test.owner.key }));
    expect(next).not.toBe(session.cookie);
    const before = await stateOf(test);
    for (const [path, fields] of formsOf(records, test)) {
      const body = new URLSearchParams({ ...fields, form_token: session.formToken });
      const response = await visit(test.url + path, { method: 'POST', headers: { cookie: next }, body });
      expect([path, response.status]).toEqual([path, 403]);
    }
    expect(await stateOf(test)).toEqual(before);
    expect((await visit(`${test.url}/console`, { headers: { cookie: next } })).status).toBe(200);
  });
});
