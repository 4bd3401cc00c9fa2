import { startApp, type TestApp } from '../../support/app.js';
import { type ConsoleSession, sendKey, signedIn, visit } from '../../support/console.js';
import { storedReport } from '../../support/reports.js';
import { storedScreenshot } from '../../support/screenshots.js';

let test: TestApp;
let session: ConsoleSession;
let report: number;

beforeAll(async () => {
  test = await startApp();
  session = await signedIn(test.url, test.owner.key);
  report = await storedReport(test, test.owner, 'https://a.example/');
  await storedScreenshot(test, report, Buffer.from('not looked at'));
});
afterAll(() => test.close());

/** A request of the session.
 *  @param path below `/console` */
function send(path: string, { headers, ...options }: RequestInit = {}): Promise<Response> {
  const all = { cookie: session.cookie, ...(headers as Record<string, string> | undefined) };
  return visit(`${test.url}/console${path}`, { ...options, headers: all });
}

const post = (path: string, fields?: Record<string, string>) => session.post(`/console${path}`, fields);
const form = () => new URLSearchParams();
const plain = { 'content-type': 'text/plain' };
const json = { accept: 'application/json' };

describe('a response of the console can’t be framed, run or indexed', () => {
  it.each<[string, number, () => Promise<Response>]>([
    ['a screen', 200, () => send('')],
    ['a screen, asked for by HEAD', 200, () => send('/reports', { method: 'HEAD' })],
    ['a list as a file', 200, () => send('/reports/reports.csv')],
    ['a list that can’t be a file', 422, () => send('/reports/reports.csv?sort=up')],
    ['a picture', 200, () => send(`/reports/${String(report)}/screenshot.webp`)],
    ['a missing picture', 404, () => send(`/reports/${String(report)}/full-screenshot.webp`)],
    ['a missing record', 404, () => send('/reports/999999')],
    ['a missing address', 404, () => send('/nothing')],
    ['an address that can’t be decoded', 404, () => send('/reports/%zz')],
    ['a problem as JSON', 404, () => send('/reports/999999', { headers: json })],
    ['the list of methods', 204, () => send('/reports', { method: 'OPTIONS' })],
    ['a method that is not allowed', 405, () => send('/reports', { method: 'PUT' })],
    ['a form that was accepted', 303, () => post('/settings', { name: 'Blue Agency' })],
    ['a new key', 201, () => post('/keys', { name: 'ci', 'scopes[]': 'reports:read' })],
    ['a form that was not valid', 422, () => post('/reports', { url: 'nonsense' })],
    ['a form without its token', 403, () => send('/reports', { method: 'POST', body: form() })],
    ['a form as text', 415, () => send('/reports', { method: 'POST', body: 'x', headers: plain })],
    ['a form that is too long', 413, () => post('/settings', { name: 'x'.repeat(500_000) })],
    ['a screen without a session', 303, () => send('/keys', { headers: { cookie: '' } })],
    [
      'a form without a session',
      303,
      () => send('/keys', { method: 'POST', body: form(), headers: { cookie: '' } }),
    ],
    ['the sign-in', 200, () => send('/sign-in', { headers: { cookie: '' } })],
    ['the sign-in within a session', 303, () => send('/sign-in')],
    ['a wrong key', 401, () => sendKey(test.url, { key: 'wrong' })],
    ['a sign-in', 303, () => sendKey(test.url, { key: test.owner.key })],
    ['an address that signs in no more', 401, () => send('/sign-in?token=used', { headers: { cookie: '' } })],
    ['an address that signs in no more, within a session', 303, () => send('/sign-in?token=used')],
  ])('%s (%i)', async (_, status, respond) => {
    const response = await respond();
    expect(response.status).toBe(status);
    const { headers } = response;
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy.split('; ')).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "frame-ancestors 'none'",
        "form-action 'self'",
        "base-uri 'none'",
      ]),
    );
    expect(policy.replace("; script-src 'self'", '')).not.toMatch(/script-src|unsafe/);
    expect(Object.fromEntries(headers)).toMatchObject({
      'x-frame-options': 'DENY',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex, nofollow',
      'referrer-policy': 'same-origin',
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
    });
  });
});
