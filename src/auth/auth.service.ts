import { Inject, Injectable, Logger } from '@nestjs/common';
import { CONFIG, type Config } from '../platform/config/config.js';
import { Database } from '../platform/database/database.js';
import { AccountsRepository } from './accounts.repository.js';
import { KeyMissing } from './auth-errors.js';
import { type Caller } from './caller.js';
import { CallerLookup } from './caller-lookup.js';
import { KeysRepository, type NewKey } from './keys.repository.js';
import { type Scope, SCOPES } from './scopes.js';
import { isMistyped, newSecret, storedOf } from './secret.js';

const TOUCH_MS = 60_000;
const MAX_TOUCHED = 100_000;
const FIRST_ACCOUNT = 'Default';
const KEY_OF_SETTINGS = 'API_KEY';
const MISTYPED =
  'API_KEY looks like a generated key, but its checksum is wrong. Copy the key again, or choose any other text.';

export interface KeyRequest {
  readonly name: string;
  /** It is created if there is none of this name. null: the first account. */
  readonly accountName: string | null;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Tells whose key it is, and issues keys. */
@Injectable()
export class AuthService {
  private readonly logger = new Logger(AuthService.name);
  private readonly touchedAtMs = new Map<number, number>();

  constructor(
    private readonly database: Database,
    private readonly accounts: AccountsRepository,
    private readonly keys: KeysRepository,
    private readonly callers: CallerLookup,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param authorization the header's value
   *  @param network where it came from
   *  @throws KeyMissing, KeyRefused, TooManyFailures, TooManyNewKeys */
  async authenticate(authorization: string | undefined, network: string): Promise<Caller> {
    const secret = /^bearer +(\S+) *$/i.exec(authorization ?? '')?.[1];
    if (secret === undefined) throw new KeyMissing();
    const caller = await this.callers.callerOf(secret, network);
    this.touch(caller.key.id);
    return caller;
  }

  /** The caller of a key that has proved itself before; null: it is no longer in force. */
  async callerOfKey(id: number): Promise<Caller | null> {
    const caller = await this.callers.callerOfKey(id);
    if (caller) this.touch(id);
    return caller;
  }

  /** Makes the first account on an empty database, and the key of the settings usable. Any number of processes may try at
   *  once.
   *  @returns the key in clear if it was made up now, to be shown this once
   *  @throws Error where the setting would never be accepted as a key */
  async bootstrap(): Promise<string | null> {
    const secret = this.config.apiKey ?? newSecret();
    if (isMistyped(secret)) throw new Error(MISTYPED);
    const isFromSettings = this.config.apiKey !== null;
    const key = newKey(secret, {
      name: isFromSettings ? KEY_OF_SETTINGS : 'First key',
      scopes: SCOPES,
      expiresAt: null,
    });
    const made = await this.database.transaction(async (tx) => {
      await this.accounts.lockAll(tx);
      const firstId = await this.accounts.firstId(tx);
      if (firstId !== null && !isFromSettings) return null;
      await this.keys.insert(tx, firstId ?? (await this.accounts.insert(tx, FIRST_ACCOUNT)), key);
      return isFromSettings ? null : secret;
    });
    if (isFromSettings) await this.warnOfSettings(key.hash);
    return made;
  }

  /** @returns the new key in clear, to be shown this once */
  async createKey({ accountName, ...request }: KeyRequest): Promise<string> {
    const secret = newSecret();
    await this.database.transaction(async (tx) => {
      await this.accounts.lockAll(tx);
      const id = await (accountName === null
        ? this.accounts.firstId(tx)
        : this.accounts.idOf(tx, accountName));
      const accountId = id ?? (await this.accounts.insert(tx, accountName ?? FIRST_ACCOUNT));
      await this.keys.insert(tx, accountId, newKey(secret, request));
    });
    return secret;
  }

  /** Puts a new key in the place of another one, which works on for some hours.
   *  @returns the new key in clear, to be shown this once; null where no such key is in force */
  async rotateKey(id: number, overlapHours: number): Promise<string | null> {
    const secret = newSecret();
    return this.database.transaction(async (tx) => {
      const old = await this.keys.validIn(tx, id);
      if (!old) return null;
      const { accountId, name, scopes, expiresAt } = old;
      await this.keys.insert(tx, accountId, { name, scopes, expiresAt, ...storedOf(secret) });
      await this.keys.expireIn(tx, id, overlapHours);
      return secret;
    });
  }

  /** A key that was replaced in the settings, perhaps because others know it, works on. */
  private async warnOfSettings(hash: Buffer): Promise<void> {
    const own = await this.keys.valid(hash);
    if (!own) {
      this.logger.warn('API_KEY was deleted or has expired, so it is refused. Set it to another key.');
      return;
    }
    for (const { id, prefix, lastFour } of await this.keys.earlierOfName(own, KEY_OF_SETTINGS))
      this.logger.warn(
        `An earlier API_KEY still works: ${prefix}…${lastFour}. To end it, run the command: keys revoke ${String(id)}`,
      );
  }

  private touch(keyId: number): void {
    const now = performance.now();
    const touchedAt = this.touchedAtMs.get(keyId);
    if (touchedAt !== undefined && now - touchedAt < TOUCH_MS) return;
    this.touchedAtMs.delete(keyId);
    this.touchedAtMs.set(keyId, now);
    const [oldest] = this.touchedAtMs.size > MAX_TOUCHED ? this.touchedAtMs.keys() : [];
    if (oldest !== undefined) this.touchedAtMs.delete(oldest);
    this.keys.touch(keyId).catch((error: unknown) => {
      this.logger.warn(`The last use of key ${String(keyId)} was not noted: ${String(error)}`);
    });
  }
}

function newKey(secret: string, { name, scopes, expiresAt }: Omit<KeyRequest, 'accountName'>): NewKey {
  return { ...storedOf(secret), name, scopes: [...scopes], expiresAt };
}
