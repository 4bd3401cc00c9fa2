import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EXTRA_AUTHORITIES } from './trust/extra-authorities.js';
import { isRunning, kill, processesOf } from './process-tree.js';
import { certificateStore } from './trust/certificate-store.js';

/** A killed process writes no more, but takes a moment to end. */
const END_MS = 5000;
const WAIT_MS = 20;

const PREFIX = 'pagegrade-browser-';

/** Where Chromium looks for certificates, below its HOME. */
const STORE = join('.pki', 'nssdb');

/** A new folder for the profile of a browser, with the certificates that this process trusts beside the usual ones. It names
 *  this process, so that a later one finds what a killed one left. */
export async function newProfile(): Promise<string> {
  const profile = await mkdtemp(join(tmpdir(), `${PREFIX}${String(process.pid)}-`));
  try {
    await writeCertificates(profile);
  } catch (error) {
    await removeProfile(profile);
    throw error;
  }
  return profile;
}

async function writeCertificates(profile: string): Promise<void> {
  const store = await (extraCertificates ??= readExtraCertificates());
  if (!store) return;
  await mkdir(join(profile, STORE), { recursive: true });
  await writeFile(join(profile, STORE, 'cert9.db'), store);
}

let extraCertificates: Promise<Buffer | null> | null = null;

/** Node.js warns of a file that can't be read, and starts without it. */
async function readExtraCertificates(): Promise<Buffer | null> {
  if (EXTRA_AUTHORITIES === null) return null;
  const pem = await readFile(EXTRA_AUTHORITIES, 'utf8').catch(() => null);
  return pem === null ? null : certificateStore(pem);
}

/** Ends the processes of a profile, also those that they start meanwhile, and deletes it. */
export async function removeProfile(profile: string): Promise<void> {
  const endsAt = performance.now() + END_MS;
  for (let left = processesOf(profile); left.length > 0; left = processesOf(profile)) {
    kill(left);
    if (performance.now() > endsAt) break;
    await sleep(WAIT_MS);
  }
  await rm(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }).catch(() => undefined);
}

/** Removes the profiles of processes that were killed, and the browsers that they left. To be called before the first
 *  {@link newProfile}: in containers, the next process often has the same id. */
export async function removeOrphans(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  for (const name of names) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-`).exec(name) ?? [];
    const isOrphan = pid !== undefined && (Number(pid) === process.pid || !isRunning(Number(pid)));
    if (isOrphan) await removeProfile(join(tmpdir(), name));
  }
}
