import { Injectable } from '@nestjs/common';
import { RateLimiter } from '../platform/http/rate-limits/rate-limiter.js';
import { type ApiKey } from './api-key.entity.js';
import { KeyRefused, TooManyFailures, TooManyNewKeys } from './auth-errors.js';
import { type Caller } from './caller.js';
import { KeyRoster } from './key-roster.js';
import { KeysRepository } from './keys.repository.js';
import { hashOf, isMistyped } from './secret.js';

interface Answer {
  readonly caller: Promise<Caller | null>;
  readonly askedAtMs: number;
}

/** Counted from before the question, so that a revocation is in force everywhere within a second. */
const TRUST_MS = 1000;
const MAX_KNOWN = 100_000;
const MAX_REFUSED = 1000;
const FAILURES_PER_MINUTE = 30;
const LOOK_UPS_PER_SECOND = 50;
const LOOK_UPS_AT_ONCE = 4;

/** Finds the caller that a key stands for. What unknown keys may cost the database is bounded:
 *  - A key that was valid when it was last asked for is asked for again once a second, whatever else happens.
 *  - Any other key is looked up if its network has had less than 30 refused keys in this minute, and if this process has
 *    not looked up 50 keys in this second.
 *  - Beyond that the {@link KeyRoster} decides, at one query a second for all. So a valid key gets in even from a network
 *    that is shared with an attacker: at once, or, if it was just created, after a second. */
@Injectable()
export class CallerLookup {
  /** Keys that were valid when they were last asked for; unknown keys can't displace them. */
  private readonly known = new Map<string, Answer>();
  /** Questions under way. */
  private readonly asking = new Map<string, Answer>();
  /** When keys were asked for that are not valid. */
  private readonly refusedAtMs = new Map<string, number>();
  private readonly failures = new RateLimiter(FAILURES_PER_MINUTE);
  private readonly lookUps = new RateLimiter(LOOK_UPS_PER_SECOND, 1);
  private readonly roster: KeyRoster;

  constructor(private readonly keys: KeysRepository) {
    this.roster = new KeyRoster((bytes) => keys.hashPrefixes(bytes));
  }

  /** @param network that failures are counted by
   *  @throws KeyRefused, TooManyFailures, TooManyNewKeys */
  async callerOf(secret: string, network: string): Promise<Caller> {
    const hash = hashOf(secret);
    const name = hash.toString('base64');
    const isKnown = this.known.has(name);
    const caller = isKnown ? await this.askFor(name, hash) : null;
    if (caller) return caller;
    const failure = this.failures.take(network);
    const isWithinLimit = failure.remaining >= 0;
    try {
      const found = isKnown || isMistyped(secret) ? null : await this.lookUp(name, hash, isWithinLimit);
      if (found) {
        this.failures.giveBack(network);
        return found;
      }
    } catch (error) {
      this.failures.giveBack(network);
      throw error;
    }
    throw isWithinLimit ? new KeyRefused() : new TooManyFailures(failure.secondsToReset);
  }

  /** The caller of a key that has proved itself before; null: it is no longer in force. */
  callerOfKey(id: number): Promise<Caller | null> {
    return this.ask(`id ${String(id)}`, () => this.keys.validWithId(id));
  }

  /** The caller of a key that was not valid before.
   *  @throws TooManyNewKeys */
  private async lookUp(name: string, hash: Buffer, isWithinLimit: boolean): Promise<Caller | null> {
    if (isFresh(this.refusedAtMs.get(name))) return null;
    const isAllowed = this.asking.has(name) || (isWithinLimit && this.takeLookUp());
    if (isAllowed) return this.askFor(name, hash);
    const isInForce = await this.roster.has(hash);
    if (isInForce === null) throw new TooManyNewKeys();
    return isInForce ? this.askFor(name, hash) : null;
  }

  private takeLookUp(): boolean {
    return this.asking.size < LOOK_UPS_AT_ONCE && this.lookUps.take('all').remaining >= 0;
  }

  private askFor(name: string, hash: Buffer): Promise<Caller | null> {
    return this.ask(name, () => this.keys.valid(hash));
  }

  /** What was learned within the last second, or else what the database says. */
  private ask(name: string, find: () => Promise<ApiKey | null>): Promise<Caller | null> {
    const latest = this.asking.get(name) ?? this.known.get(name);
    if (latest && isFresh(latest.askedAtMs)) return latest.caller;
    const caller = find().then((key) => key && { account: key.account, key });
    const answer = { caller, askedAtMs: performance.now() };
    this.asking.set(name, answer);
    answer.caller.then(
      (caller) => {
        this.note(name, answer, caller !== null);
      },
      () => {
        this.forget(name, answer);
      },
    );
    return answer.caller;
  }

  private note(name: string, answer: Answer, isValid: boolean): void {
    this.forget(name, answer);
    this.known.delete(name);
    if (isValid) {
      this.known.set(name, answer);
      if (this.known.size > MAX_KNOWN) deleteOldest(this.known);
    } else {
      this.refusedAtMs.set(name, answer.askedAtMs);
      if (this.refusedAtMs.size > MAX_REFUSED) deleteOldest(this.refusedAtMs);
    }
  }

  private forget(name: string, answer: Answer): void {
    if (this.asking.get(name) === answer) this.asking.delete(name);
  }
}

function isFresh(askedAtMs: number | undefined): boolean {
  return askedAtMs !== undefined && performance.now() - askedAtMs < TRUST_MS;
}

function deleteOldest(map: Map<string, unknown>): void {
  const [oldest] = map.keys();
  if (oldest !== undefined) map.delete(oldest);
}
