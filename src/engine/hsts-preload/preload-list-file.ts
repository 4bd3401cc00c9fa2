import { createReadStream } from 'node:fs';
import { EntryScanner, type PreloadEntry, PreloadListInvalid } from './entry-scanner.js';
import { PreloadList } from './preload-list.js';
import { messageOf } from '../../basics/message-of.js';

/** Reads a file in the format of Chromium's `transport_security_state_static.json`.
 *  @throws PreloadListInvalid */
export async function readPreloadList(path: string): Promise<PreloadList> {
  const hosts = new Map<string, boolean>();
  const scanner = new EntryScanner((entry) => addEntry(entry, hosts));
  for await (const chunk of createReadStream(path, { encoding: 'utf8' })) scanner.feed(String(chunk));
  scanner.end();
  if (hosts.size === 0) throw new PreloadListInvalid('it lists no host with the mode force-https');
  return new PreloadList(hosts);
}

/** If a name has several entries, the last one counts. */
function addEntry({ name, mode, include_subdomains }: PreloadEntry, hosts: Map<string, boolean>): void {
  const host = name.trim().toLowerCase();
  if (mode === 'force-https' && /^[!-~]+$/.test(host)) hosts.set(host, Boolean(include_subdomains));
  else hosts.delete(host);
}

/** The file of the setting is missing or invalid. The message says what to do. */
export class PreloadFileUnusable extends Error {}

/** Reads the list in `HSTS_PRELOAD_FILE`. If it is invalid, the process must not start: reports would silently lose
 *  points.
 *  @throws PreloadFileUnusable */
export async function configuredPreloadList(path: string | null): Promise<PreloadList | null> {
  if (path === null) return null;
  try {
    return await readPreloadList(path);
  } catch (error) {
    const reason = messageOf(error);
    throw new PreloadFileUnusable(
      `HSTS_PRELOAD_FILE can't be used: ${path}: ${reason}. Download the list with: npm run cli -- hsts-preload ${path}`,
      { cause: error },
    );
  }
}
