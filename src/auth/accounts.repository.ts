import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { MoreThan, type Repository } from 'typeorm';
import { ACCOUNTS_LOCK } from '../platform/database/advisory-locks.js';
import { type Transaction } from '../platform/database/database.js';
import { Account } from './account.entity.js';

@Injectable()
export class AccountsRepository {
  constructor(@InjectRepository(Account) private readonly accounts: Repository<Account>) {}

  /** Lets one transaction at a time change what an account has a limited number of. */
  async lock(tx: Transaction, id: number): Promise<void> {
    await tx.findOne(Account, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }

  /** Lets one transaction at a time add accounts, in any number of processes. */
  async lockAll(tx: Transaction): Promise<void> {
    await tx.query('SELECT pg_advisory_xact_lock($1)', [ACCOUNTS_LOCK]);
  }

  /** @throws EntityNotFoundError */
  async find(id: number): Promise<Account> {
    return this.accounts.findOneByOrFail({ id });
  }

  /** Id of the account that was created first. */
  async firstId(tx: Transaction): Promise<number | null> {
    const [first] = await tx.find(Account, { select: { id: true }, order: { id: 'ASC' }, take: 1 });
    return first?.id ?? null;
  }

  async idOf(tx: Transaction, name: string): Promise<number | null> {
    return (await tx.findOneBy(Account, { name }))?.id ?? null;
  }

  /** @returns its id */
  async insert(tx: Transaction, name: string): Promise<number> {
    const { identifiers } = await tx.insert(Account, { name });
    return (identifiers[0] as Pick<Account, 'id'>).id;
  }

  /** Ids of the accounts that have reports. */
  async withReports(): Promise<number[]> {
    const accounts = await this.accounts.find({ select: { id: true }, where: { reportsCount: MoreThan(0) } });
    return accounts.map(({ id }) => id);
  }
}
