import { parsedUrl } from '../../basics/url.js';

/** The kind of server to connect to, as in libpq's `target_session_attrs`. */
export type ServerTarget = 'read-write' | 'any';

export interface PostgresUrl {
  /** One URL per host, in the given order. Of those that mean the same, their `sslmode` is `verify-full`. */
  readonly servers: readonly [string, ...string[]];
  /** null if the URL has no `target_session_attrs`. */
  readonly target: ServerTarget | null;
}

/** Adds a password to a URL that has a user and none. */
export function withPassword(raw: string, password: string): string {
  const user = /^postgres(?:ql)?:\/\/[^:@/?#]+(?=@)/.exec(raw)?.[0];
  return user === undefined ? raw : `${user}:${encodeURIComponent(password)}${raw.slice(user.length)}`;
}

/** Of libpq's, with the driver's `no-verify`. Without one, connections are not encrypted. */
export const SSL_MODES: readonly string[] = [
  'disable',
  'no-verify',
  'prefer',
  'require',
  'verify-ca',
  'verify-full',
];
/** The driver checks the certificate and its name with each of these, and warns that a later version won't. It doesn't with
 *  `uselibpqcompat`. */
const STRICT = /^(?!.*[?&]uselibpqcompat=true)(.*[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/s;
const SSL_FILES = ['sslrootcert', 'sslcert', 'sslkey'];

const TARGETS: Readonly<Record<string, ServerTarget>> = {
  'read-write': 'read-write',
  primary: 'read-write',
  any: 'any',
};

/** Parses a PostgreSQL URL, which may have several hosts: `postgresql://user:password@host1:5432,host2:5432/database`.
 *  Neither {@link URL} nor the driver can parse those.
 *  @returns null if it is invalid
 *  @see https://www.postgresql.org/docs/18/libpq-connect.html#LIBPQ-MULTIPLE-HOSTS */
export function readPostgresUrl(raw: string): PostgresUrl | null {
  const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^@/?#]*)(.*)$/s.exec(raw);
  if (!parts) return null;
  const [, start = '', hosts = '', end = ''] = parts;
  const [first = '', ...others] = hosts
    .split(',')
    .map((host) => (start + host + end).replace(STRICT, '$1verify-full'));
  const servers = [first, ...others] as const;
  const isReadable = servers.every((url) => parsedUrl(url) !== null);
  if (!isReadable || (others.length > 0 && hosts.split(',').includes(''))) return null;
  const { searchParams } = new URL(first);
  if (!SSL_MODES.includes(searchParams.get('sslmode') ?? 'disable')) return null;
  const wanted = searchParams.get('target_session_attrs');
  if (wanted === null) return { servers, target: null };
  const target = TARGETS[wanted];
  return target === undefined ? null : { servers, target };
}

/** The files that a URL names for TLS, by the parameter. */
export function tlsFilesOf({ servers: [url] }: PostgresUrl): [parameter: string, path: string][] {
  const { searchParams } = new URL(url);
  return SSL_FILES.flatMap((name) => {
    const path = searchParams.get(name);
    return path === null ? [] : [[name, path]];
  });
}
