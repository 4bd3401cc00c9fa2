import { hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';

const PREFIX = 'unix:';
const PROXY_NAME = /^proxy-[\w.-]{1,60}[.]sock$/;

/** The path of a launcher's socket; null if a setting names none. */
export function socketOf(browser: string): string | null {
  return browser.startsWith(PREFIX) ? browser.slice(PREFIX.length) : null;
}

let proxies = 0;

/** A path beside a launcher's socket for the socket of a proxy. After a restart, a container gets the same one again. */
export function newProxySocket(launcher: string): string {
  const host = hostname()
    .replace(/[^\w-]/g, '')
    .slice(0, 20);
  return join(dirname(launcher), `proxy-${host}-${String(process.pid)}-${String((proxies += 1))}.sock`);
}

/** What a client sends to name its proxy. */
export function proxyNameOf(path: string): string {
  return basename(path);
}

/** The path of a client's proxy, which is always beside the launcher's own socket; null if the name is invalid. */
export function proxySocketFor(launcher: string, name: unknown): string | null {
  return typeof name === 'string' && PROXY_NAME.test(name) ? join(dirname(launcher), name) : null;
}
