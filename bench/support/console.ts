import { request } from 'undici';

/** Signs in at the console.
 *  @param service URL of the service
 *  @returns the session's cookie, `name=value`
 *  @throws Error if the key is refused */
export async function signIn(service: string, key: string): Promise<string> {
  const { statusCode, headers, body } = await request(`${service}/console/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({ key }).toString(),
  });
  await body.dump();
  const [cookie = ''] = [headers['set-cookie'] ?? []].flat();
  if (statusCode !== 303) throw new Error(`The console refused the key with status ${String(statusCode)}`);
  return cookie.split(';')[0] ?? '';
}
