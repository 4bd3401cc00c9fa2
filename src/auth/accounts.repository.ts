import { Injectable } from '@nestjs/common';
import { type Transaction } from '../platform/database/database.js';
import { Account } from './account.entity.js';

@Injectable()
export class AccountsRepository {
  /** Lets one transaction at a time change what an account has a limited number of. */
  async lock(tx: Transaction, id: number): Promise<void> {
    await tx.findOne(Account, { where: { id }, lock: { mode: 'for_no_key_update' } });
  }
}
