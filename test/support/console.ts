import { type Page } from 'playwright-core';
import { BROWSER } from './shared-websites.js';

/** A browser that is signed in at the console. */
export interface ConsoleSession {
  readonly cookie: string;
  readonly formToken: string;
  get(path: string): Promise<Response>;
  /** Sends a form of this session. */
  post(path: string, fields?: Readonly<Record<string, string>>): Promise<Response>;
  /** Sends a form of this session with a file. */
  upload(path: string, files: Readonly<Record<string, File>>): Promise<Response>;
}

/** A request as a browser sends it, without following redirects. The body has been read: a response that nobody reads
 *  keeps its connection, and the server from closing. */
export async function visit(url: string, options: RequestInit = {}): Promise<Response> {
  const headers = { accept: BROWSER, ...(options.headers as Record<string, string> | undefined) };
  const response = await fetch(url, { redirect: 'manual', ...options, headers });
  const text = await response.text();
  return Object.assign(response, { text: () => Promise.resolve(text) });
}

/** Sends the form of the sign-in. */
export function sendKey(base: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return visit(`${base}/console/sign-in`, {
    method: 'POST',
    headers: { origin: base },
    body: new URLSearchParams(fields),
  });
}

/** `name=value` of the cookie that a response sets; empty: none. */
export function sessionCookie(response: Response): string {
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

export function formTokenIn(markup: string): string {
  return /name="form_token" value="([^"]+)"/.exec(markup)?.[1] ?? '';
}

/** Signs in with a key, in a browser's page.
 *  @param base `http://127.0.0.1:port` */
export async function signInAt(page: Page, base: string, key: string): Promise<void> {
  await page.goto(`${base}/console/sign-in`);
  await submitKey(page, key);
}

/** Signs in on a page that shows the sign-in. */
export async function submitKey(page: Page, key: string): Promise<void> {
  await page.fill('#key', key);
  await page.click('.panel button');
  await page.waitForURL('**/console');
}

/** Signs in with a key.
 *  @param base `http://127.0.0.1:port` */
export async function signedIn(base: string, key: string): Promise<ConsoleSession> {
  const cookie = sessionCookie(await sendKey(base, { key }));
  const get = (path: string) => visit(base + path, { headers: { cookie } });
  const formToken = formTokenIn(await (await get('/console')).text());
  return {
    cookie,
    formToken,
    get,
    post: (path, fields = {}) =>
      visit(base + path, {
        method: 'POST',
        headers: { cookie, origin: base },
        body: new URLSearchParams({ form_token: formToken, ...fields }),
      }),
    upload: (path, files) => {
      const body = new FormData();
      body.append('form_token', formToken);
      for (const [name, file] of Object.entries(files)) body.append(name, file);
      return visit(base + path, { method: 'POST', headers: { cookie, origin: base }, body });
    },
  };
}
