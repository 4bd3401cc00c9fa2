import { AuthService, type KeyRequest } from '../auth/auth.service.js';
import { type ApiKey } from '../auth/api-key.entity.js';
import { KeysRepository } from '../auth/keys.repository.js';
import { visible } from '../basics/control-characters.js';
import { withServices } from './with-services.js';

/** Creates a key and prints it. */
export function createKey(request: KeyRequest): Promise<void> {
  return withServices(async (services) => {
    process.stdout.write(`${await services.get(AuthService).createKey(request)}\n`);
  });
}

/** Prints one line per key. */
export function listKeys(): Promise<void> {
  return withServices(async (services) => {
    const keys = await services.get(KeysRepository).all();
    const rows = [['ID', 'ACCOUNT', 'NAME', 'KEY', 'SCOPES', 'STATE', 'LAST USED'], ...keys.map(rowOf)];
    const widths =
      rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
    for (const row of rows) {
      process.stdout.write(
        `${row
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
      );
    }
  });
}

/** Revokes a key. Exits with 1 if no active key has the id. */
export function revokeKey(id: number): Promise<void> {
  return withServices(async (services) => {
    if (await services.get(KeysRepository).revoke(id)) {
      process.stdout.write(`Key ${String(id)} is revoked.\n`);
      return;
    }
    reportMissing(id);
  });
}

/** Replaces a key and prints the new one. Exits with 1 if no active key has the id. */
export function rotateKey(id: number, overlapHours: number): Promise<void> {
  return withServices(async (services) => {
    const key = await services.get(AuthService).rotateKey(id, overlapHours);
    if (key === null) reportMissing(id);
    else process.stdout.write(`${key}\n`);
  });
}

function reportMissing(id: number): void {
  process.stderr.write(`There is no active key with id ${String(id)}. "keys list" shows all keys.\n`);
  process.exitCode = 1;
}

function rowOf(key: ApiKey): string[] {
  const shown = key.prefix === '' ? '(hidden)' : `${key.prefix}…${key.lastFour}`;
  const lastUsed = key.lastUsedAt?.toISOString() ?? 'never';
  const cells = [
    String(key.id),
    key.account.name,
    key.name,
    shown,
    key.scopes.join(','),
    stateOf(key),
    lastUsed,
  ];
  return cells.map(visible);
}

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt) return 'revoked';
  if (!expiresAt) return 'active';
  return expiresAt.getTime() < Date.now() ? 'expired' : `until ${expiresAt.toISOString()}`;
}
