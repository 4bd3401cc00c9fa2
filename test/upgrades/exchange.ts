/** A request. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Name of the key that is sent. */
  readonly key?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: object;
  /** The visitor unlocks the share page with this password first. */
  readonly password?: string;
}

/** A request, and the response of a release. */
export interface Exchange extends Call {
  readonly status: number;
  /** JSON body of a successful response, see {@link stable}. */
  readonly body?: object;
  /** Texts that the page contained. */
  readonly shows?: readonly string[];
}

export interface Received {
  readonly status: number;
  readonly text: string;
}

/** Sends a request to a service.
 *  @param keys name → secret */
export async function send(
  url: string,
  keys: Readonly<Record<string, string>>,
  { method, path, key, headers = {}, form, json, password }: Call,
): Promise<Received> {
  const cookie = password === undefined ? '' : await unlock(url + path, password);
  const response = await fetch(url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...headers,
      ...(key !== undefined && { authorization: `Bearer ${keys[key] ?? ''}` }),
      ...(cookie !== '' && { cookie }),
      ...(json && { 'content-type': 'application/json' }),
    },
    ...(form && { body: new URLSearchParams(form) }),
    ...(json && { body: JSON.stringify(json) }),
  });
  return { status: response.status, text: await response.text() };
}

/** @returns the cookie that unlocks the pages of a website; empty if the password was refused */
async function unlock(page: string, password: string): Promise<string> {
  const [website = ''] = /^.*?\/s\/\w+/.exec(page) ?? [];
  const body = new URLSearchParams({ password });
  const response = await fetch(`${website}/unlock`, { method: 'POST', redirect: 'manual', body });
  await response.text();
  return (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
}

/** Texts of a check, which come from its current version and not from the database. */
const TEXTS = ['name', 'what', 'why', 'fix', 'source', 'docs'];

/** A JSON body without the fields that may change between releases: texts of checks, and the current use of limits. */
export function stable(text: string): object {
  const withoutTexts = (finding: object) =>
    Object.fromEntries(Object.entries(finding).filter(([field]) => !TEXTS.includes(field)));
  return JSON.parse(text, (name, value: unknown) => {
    if (name === 'limits') return undefined;
    return name === 'checks' && Array.isArray(value) ? value.map(withoutTexts) : value;
  }) as object;
}
