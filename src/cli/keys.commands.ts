import { AuthService } from '../auth/auth.service.js';
import { type ApiKey } from '../auth/api-key.entity.js';
import { KeysRepository } from '../auth/keys.repository.js';
import { type Scope } from '../auth/scopes.js';
import { withServices } from './with-services.js';

export interface NewKeyOptions {
  readonly name: string;
  /** null: the account that was made first. */
  readonly accountName: string | null;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Prints a new key, this once. */
export function createKey({ accountName, ...rest }: NewKeyOptions): Promise<void> {
  return withServices(async (services) => {
    const first = await services.get(KeysRepository).firstAccountName();
    const key = await services
      .get(AuthService)
      .createKey({ ...rest, accountName: accountName ?? first ?? 'Default' });
    process.stdout.write(`${key}\n`);
  });
}

/** Prints one line for each key. */
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

/** Revokes a key, or says that there is none in force. */
export function revokeKey(id: number): Promise<void> {
  return withServices(async (services) => {
    if (await services.get(KeysRepository).revoke(id)) {
      process.stdout.write(`Key ${String(id)} is revoked.\n`);
      return;
    }
    refuse(id);
  });
}

/** Prints the key that takes another one's place, this once. */
export function rotateKey(id: number, overlapHours: number): Promise<void> {
  return withServices(async (services) => {
    const key = await services.get(AuthService).rotateKey(id, overlapHours);
    if (key === null) refuse(id);
    else process.stdout.write(`${key}\n`);
  });
}

function refuse(id: number): void {
  process.stderr.write(`No key with the id ${String(id)} is in force: "keys list" shows them all.\n`);
  process.exitCode = 1;
}

function rowOf(key: ApiKey): string[] {
  const shown = key.prefix === '' ? '(not shown)' : `${key.prefix}…${key.last_four}`;
  const lastUsed = key.last_used_at?.toISOString() ?? 'never';
  return [String(key.id), key.account.name, key.name, shown, key.scopes.join(','), stateOf(key), lastUsed];
}

function stateOf({ revoked_at, expires_at }: ApiKey): string {
  if (revoked_at) return 'revoked';
  if (!expires_at) return 'in force';
  return expires_at.getTime() < Date.now() ? 'expired' : `until ${expires_at.toISOString()}`;
}
