import { type TestApp } from './app.js';
import { storedReport, websiteOf } from './reports.js';

/** The Accept header of a browser that loads a page. */
export const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

/** A website with two reports of one page. */
export interface SharedWebsite {
  readonly domain: string;
  /** `/api/v1/websites/…`. */
  readonly api: string;
  /** `/s/…`. */
  readonly path: string;
  readonly reports: readonly number[];
}

let domains = 0;

export async function sharedWebsite(
  test: TestApp,
  fields: Record<string, string | number> = {},
  account = test.owner,
): Promise<SharedWebsite> {
  const domain = `shared-${String(++domains)}.example`;
  const reports = [
    await storedReport(test, account, `https://${domain}/page`, 40),
    await storedReport(test, account, `https://${domain}/page`, 90),
  ];
  const { id, share_url } = await websiteOf(account, domain);
  const api = `/api/v1/websites/${String(id)}`;
  await account.call('patch', api).type('form').send(fields).expect(200);
  return { domain, api, path: new URL(share_url).pathname, reports };
}

/** Loads a page as a browser does. */
export function look(test: TestApp, path: string, cookie = '') {
  return test.call('get', path).set('Accept', BROWSER).set('Cookie', cookie);
}

/** Sends the form for a password.
 *  @param address of the website's page */
export function unlock(address: string, password: string): Promise<Response> {
  const { pathname } = new URL(address);
  return fetch(`${address}/unlock`, {
    method: 'POST',
    redirect: 'manual',
    headers: { accept: BROWSER },
    body: new URLSearchParams({ password, next: `${pathname}/reports/1?x=1` }),
  });
}

export function cookieOf(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}
