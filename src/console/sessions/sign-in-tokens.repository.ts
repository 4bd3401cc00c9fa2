import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, type Repository } from 'typeorm';
import { over } from '../../platform/database/delete-old.js';
import { SignInToken } from './sign-in-token.entity.js';

@Injectable()
export class SignInTokensRepository {
  constructor(@InjectRepository(SignInToken) private readonly tokens: Repository<SignInToken>) {}

  /** @param token and the seconds until it expires */
  async insert({
    seconds,
    ...token
  }: Pick<SignInToken, 'hash' | 'keyId'> & { readonly seconds: number }): Promise<void> {
    await this.tokens.insert({ ...token, expiresAt: () => `now() + interval '${String(seconds)} seconds'` });
  }

  /** Deletes a token, which only one of several requests can do.
   *  @returns its key; null: there is no such token, or it has expired */
  async take(hash: Buffer): Promise<number | null> {
    const deleted = await this.tokens
      .createQueryBuilder()
      .delete()
      .where({ hash, expiresAt: Not(over()) })
      .returning('key_id AS "keyId"')
      .execute();
    const [taken] = deleted.raw as { keyId: number }[];
    return taken?.keyId ?? null;
  }

  async deleteExpired(): Promise<void> {
    await this.tokens.delete({ expiresAt: over() });
  }
}
