import ipaddr from 'ipaddr.js';
import { accessSync, constants } from 'node:fs';
import { readPostgresUrl, SSL_MODES, tlsFilesOf } from './postgres-url.js';
import { parsedUrl } from '../../basics/url.js';

/** Converts the text of a setting to its value, or says what the text must be. */
export type Parser<T> = (raw: string) => { value: T } | { fault: string };

export const text: Parser<string> = (raw) =>
  raw.trim() === '' ? { fault: 'must not be blank' } : { value: raw };

/** A decimal integer without sign or leading zeros; both limits are included. */
export function integer(min: number, max: number): Parser<number> {
  return (raw) => {
    const value = Number(raw);
    const isPlain = /^(0|[1-9]\d*)$/.test(raw);
    return isPlain && value >= min && value <= max
      ? { value }
      : { fault: `must be an integer from ${String(min)} to ${String(max)}, not "${raw}"` };
  };
}

export const boolean: Parser<boolean> = (raw) =>
  raw === 'true' || raw === 'false'
    ? { value: raw === 'true' }
    : { fault: `must be true or false, not "${raw}"` };

export const onOrOff: Parser<boolean> = (raw) =>
  raw === 'on' || raw === 'off' ? { value: raw === 'on' } : { fault: `must be on or off, not "${raw}"` };

export function oneOf<T extends string>(values: readonly T[]): Parser<T> {
  return (raw) => {
    const value = values.find((known) => known === raw);
    return value === undefined ? { fault: `must be one of ${values.join(', ')}, not "${raw}"` } : { value };
  };
}

/** A comma-separated list with an entry at least; surrounding spaces and empty entries are ignored. */
export function listOf<T>(item: Parser<T>): Parser<T[]> {
  return (raw) => {
    const value: T[] = [];
    for (const part of raw.split(',').map((entry) => entry.trim())) {
      if (part === '') continue;
      const result = item(part);
      if ('fault' in result) return result;
      value.push(result.value);
    }
    return value.length > 0 ? { value } : { fault: `must have an entry, not "${raw}"` };
  };
}

/** Comma-separated `name=number` pairs; numbers from 0 to `max`. */
export function numbersOf<N extends string>(
  names: readonly N[],
  max: number,
): Parser<Partial<Record<N, number>>> {
  const parseNumber = integer(0, max);
  const pair: Parser<[string, number]> = (raw) => {
    const [, name = '', value = ''] = /^([^=]*)=(.*)$/s.exec(raw) ?? [];
    const number = parseNumber(value);
    return names.some((known) => known === name) && 'value' in number
      ? { value: [name, number.value] }
      : {
          fault: `must be a list like ${names[0] ?? ''}=10, with the names ${names.join(', ')}; not "${raw}"`,
        };
  };
  return (raw) => {
    const pairs = listOf(pair)(raw);
    return 'fault' in pairs
      ? pairs
      : { value: Object.fromEntries(pairs.value) as Partial<Record<N, number>> };
  };
}

/** The fault doesn't repeat the value, which may contain a password. */
export const postgresUrl: Parser<string> = (raw) => {
  const url = readPostgresUrl(raw);
  if (url === null)
    return {
      fault:
        'must look like postgresql://user:password@host:5432/database; several hosts are separated by commas, ' +
        `target_session_attrs must be read-write, primary or any, and sslmode ${SSL_MODES.join(', ')}`,
    };
  const lost = tlsFilesOf(url).find(([, path]) => !isReadable(path));
  return lost ? { fault: `names "${lost[1]}" as ${lost[0]}, which can't be read` } : { value: raw };
};

function isReadable(path: string): boolean {
  try {
    accessSync(path, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

export const baseUrl: Parser<string> = (raw) => {
  const url = parsedUrl(raw);
  return url && isWeb(url) && !/[?#]/.test(raw)
    ? { value: url.href.replace(/\/+$/, '') }
    : { fault: `must look like https://pagegrade.example.com, not "${raw}"` };
};

/** A {@link baseUrl} without a path: pages, redirects and cookies of this server have paths from the root. */
export const rootUrl: Parser<string> = (raw) => {
  const result = baseUrl(raw);
  return 'value' in result && parsedUrl(result.value)?.pathname !== '/'
    ? {
        fault: `must have no path, because pages are served from the root: use a host of its own, like https://pagegrade.example.com, not "${raw}"`,
      }
    : result;
};

/** @see https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html */
export const bucketName: Parser<string> = (raw) =>
  /^[a-z\d][a-z\d.-]{1,61}[a-z\d]$/.test(raw)
    ? { value: raw }
    : {
        fault: `must have 3 to 63 lowercase letters, digits, dots and hyphens, like pagegrade-blobs, not "${raw}"`,
      };

export const origin: Parser<string> = (raw) => {
  const url = parsedUrl(raw);
  return url !== null && isWeb(url) && url.origin === raw
    ? { value: raw }
    : { fault: `must be a list of origins like https://app.example.com, not "${raw}"` };
};

/** `host:port` with the host normalized as in a {@link URL}. */
export const hostAndPort: Parser<string> = (raw) => {
  const port = /:(\d{1,5})$/.exec(raw)?.[1];
  const url = port === undefined ? null : parsedUrl(`http://${raw}`);
  return url?.pathname === '/' && !url.username && !/[/?#@]/.test(raw)
    ? { value: `${url.hostname}:${String(Number(port))}` }
    : { fault: `must be a list of host:port pairs like intranet.example.com:8080, not "${raw}"` };
};

/** An IP address, a CIDR range, or a range name of Express, which refuses to trust everyone. */
export const addressRange: Parser<string> = (raw) => {
  const [address = '', prefix] = raw.split('/');
  const isRange = prefix === undefined || (ipaddr.isValidCIDR(raw) && Number(prefix) > 0);
  return ['loopback', 'linklocal', 'uniquelocal'].includes(raw) || (isAddress(address) && isRange)
    ? { value: raw }
    : { fault: `must be a list of addresses or ranges like 10.0.0.0/8, not "${raw}"` };
};

/** In full: a number alone is an address for some programs. */
function isAddress(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text);
}

const MAX_PORT = 65_535;

/** An IP address, with a port unless it is 53. Node.js would refuse an invalid one only at the first lookup. */
export const dnsServer: Parser<string> = (raw) => {
  const [, bracketed, plain = raw, port = '53'] = /^(?:\[(.+)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(raw) ?? [];
  const host = bracketed ?? plain;
  return isAddress(host) && Number(port) <= MAX_PORT
    ? { value: raw }
    : { fault: `must be a list of addresses like 192.0.2.53 or [2001:db8::53]:5353, not "${raw}"` };
};

/** Visible ASCII that can follow "Bearer " (RFC 6750 section 2.1) and is too long to guess. The fault doesn't repeat
 *  the value. */
export const bearerToken: Parser<string> = (raw) =>
  /^[\x21-\x7e]{16,1024}$/.test(raw)
    ? { value: raw }
    : {
        fault:
          'must have 16 to 1024 visible ASCII characters without spaces. Generate one with "openssl rand -hex 24"',
      };

function isWeb(url: URL): boolean {
  return (url.protocol === 'https:' || url.protocol === 'http:') && !url.username && !url.password;
}
