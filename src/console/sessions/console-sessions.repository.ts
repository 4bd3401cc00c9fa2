import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Not, type Repository } from 'typeorm';
import { over } from '../../platform/database/delete-old.js';
import { ConsoleSession } from './console-session.entity.js';

@Injectable()
export class ConsoleSessionsRepository {
  constructor(@InjectRepository(ConsoleSession) private readonly sessions: Repository<ConsoleSession>) {}

  /** @param session and the seconds until it expires */
  async insert({
    seconds,
    ...session
  }: Pick<ConsoleSession, 'hash' | 'keyId'> & { readonly seconds: number }): Promise<void> {
    await this.sessions.insert({
      ...session,
      expiresAt: () => `now() + interval '${String(seconds)} seconds'`,
    });
  }

  /** The key of a session that has not expired. */
  async keyOf(hash: Buffer): Promise<number | null> {
    const session = await this.sessions.findOneBy({ hash, expiresAt: Not(over()) });
    return session?.keyId ?? null;
  }

  async delete(hash: Buffer): Promise<void> {
    await this.sessions.delete({ hash });
  }

  async deleteExpired(): Promise<void> {
    await this.sessions.delete({ expiresAt: over() });
  }
}
