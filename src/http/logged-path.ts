/** Words, short names and numbers: too little to be a secret. */
const HARMLESS = /^(?:[a-z_.-]{0,64}|[\w.-]{1,8}|\d{1,19})$/;

/** A request target as it may stand in logs: its path, with every segment masked that could hold a secret. A share
 *  token has many spellings (percent-encoded, behind doubled slashes, in an absolute URL), so nothing is searched for:
 *  only harmless segments are shown. The query is left out. */
export function loggedPath(target: string): string {
  const [path = ''] = target.split(/[?#]/, 1);
  return path
    .split('/')
    .map((segment) => (HARMLESS.test(segment) ? segment : '…'))
    .join('/');
}
