import { Injectable } from '@nestjs/common';
import { createHmac, hash as digest, randomBytes } from 'node:crypto';
import { AuthService } from '../../auth/auth.service.js';
import { type Caller } from '../../auth/caller.js';
import { ConsoleSessionsRepository } from './console-sessions.repository.js';
import { SignInTokensRepository } from './sign-in-tokens.repository.js';

export const SESSION_SECONDS = 12 * 60 * 60;
const TOKEN_SECONDS = 10 * 60;
const BYTES = 32;

/** Signs people in at the console, with a key or with an address that works once. */
@Injectable()
export class SessionsService {
  constructor(
    private readonly auth: AuthService,
    private readonly sessions: ConsoleSessionsRepository,
    private readonly tokens: SignInTokensRepository,
  ) {}

  /** @param network that failures are counted by
   *  @param admit counts the request of the key
   *  @returns the cookie's value, which is stored nowhere
   *  @throws KeyMissing, KeyRefused, TooManyFailures, TooManyNewKeys, and what admit throws */
  async signIn(
    key: string,
    { network, admit }: { readonly network: string; readonly admit: (caller: Caller) => Promise<void> },
  ): Promise<string> {
    const caller = await this.auth.authenticate(`Bearer ${key}`, network);
    await admit(caller);
    return this.begin(caller.key.id);
  }

  /** @returns the cookie's value; null: the token is used, has expired, or never was */
  async signInOnce(token: string): Promise<string | null> {
    const keyId = await this.tokens.take(hashOf(token));
    return keyId === null ? null : this.begin(keyId);
  }

  /** Makes a token that signs in with this key, once and within ten minutes.
   *  @throws KeyRefused */
  async inviteOwnerOf(key: string): Promise<string> {
    const caller = await this.auth.authenticate(`Bearer ${key}`, 'this process');
    const token = newSecret();
    await this.tokens.insert({
      hash: hashOf(token),
      keyId: caller.key.id,
      seconds: TOKEN_SECONDS,
    });
    return token;
  }

  /** The caller of a session, with what its key may do now; null: the session or the key has ended. */
  async callerOf(cookie: string): Promise<Caller | null> {
    const keyId = await this.sessions.keyOf(hashOf(cookie));
    return keyId === null ? null : this.auth.callerOfKey(keyId);
  }

  async signOut(cookie: string): Promise<void> {
    await this.sessions.delete(hashOf(cookie));
  }

  private async begin(keyId: number): Promise<string> {
    const cookie = newSecret();
    await this.sessions.insert({ hash: hashOf(cookie), keyId, seconds: SESSION_SECONDS });
    return cookie;
  }
}

/** What the forms of a session hold, so that no other site can send them. Nothing of the cookie can be learned from it. */
export function formTokenOf(cookie: string): string {
  return createHmac('sha256', cookie).update('form').digest('base64url');
}

function newSecret(): string {
  return randomBytes(BYTES).toString('base64url');
}

function hashOf(secret: string): Buffer {
  return digest('sha256', secret, 'buffer');
}
