/** Words, short names and numbers: too short to be a secret. */
const HARMLESS = /^(?:[a-z_.-]{0,64}|[\w.-]{1,8}|\d{1,19})$/;

/** The part of a request target that may be logged: its path, with every segment masked that could be a secret. A share
 *  token has many spellings (percent-encoded, after doubled slashes, in an absolute URL), so only segments that are
 *  known to be harmless are shown. The query is omitted. */
export function loggedPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return path
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '…'))
    .join('/');
}
