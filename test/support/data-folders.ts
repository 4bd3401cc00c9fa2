import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newDataDir, type Service, type StartOptions, startService } from './service.js';

const started: Service[] = [];
const folders: string[] = [];

/** Ends all services and deletes all folders that a test made; for `afterEach`. */
export async function endServices(): Promise<void> {
  await stopServices();
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
}

/** Ends all services with SIGTERM.
 *  @returns their exit statuses, or the signals that ended them */
export async function stopServices(): Promise<(number | string | null)[]> {
  const statuses: (number | string | null)[] = [];
  for (const { process: child, ended } of started.splice(0)) {
    child.kill('SIGTERM');
    statuses.push((await ended) ?? child.signalCode);
  }
  return statuses;
}

/** A data folder that `endServices` deletes. */
export async function newFolder(): Promise<string> {
  const folder = await newDataDir();
  folders.push(folder);
  return folder;
}

/** A service that `endServices` ends. */
export async function start(env: Record<string, string>, options?: StartOptions): Promise<Service> {
  const service = await startService(env, options);
  started.push(service);
  return service;
}

/** Status of a list request with `key`. */
export async function statusOf(service: Service, key: string): Promise<number> {
  return (await fetch(`${service.url}/api/v1/reports`, { headers: { authorization: `Bearer ${key}` } }))
    .status;
}

/** Process id of the embedded PostgreSQL. */
export function postmasterOf(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
}
