import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { type Transaction } from '../../platform/database/database.js';
import { AccountBrand } from './account-brand.entity.js';

/** Columns that a change sets. */
export type BrandChange = Partial<Omit<AccountBrand, 'accountId' | 'account'>>;

@Injectable()
export class BrandsRepository {
  constructor(@InjectRepository(AccountBrand) private readonly brands: Repository<AccountBrand>) {}

  /** Without the logo's bytes. */
  async find(accountId: number, tx: Transaction = this.brands.manager): Promise<AccountBrand | null> {
    return tx.findOneBy(AccountBrand, { accountId });
  }

  async findWithLogo(accountId: number): Promise<AccountBrand | null> {
    return this.brands.createQueryBuilder('brand').addSelect('brand.logo').where({ accountId }).getOne();
  }

  /** The image with this hash, of any account. */
  async logoOf(logoHash: string): Promise<Buffer | null> {
    const [brand] = await this.brands.find({ select: { logo: true }, where: { logoHash }, take: 1 });
    return brand?.logo ?? null;
  }

  async store(tx: Transaction, accountId: number, change: BrandChange): Promise<void> {
    const { affected } = await tx.update(AccountBrand, { accountId }, change);
    if (affected === 0) await tx.insert(AccountBrand, { accountId, ...change });
  }

  async delete(tx: Transaction, accountId: number): Promise<void> {
    await tx.delete(AccountBrand, { accountId });
  }
}
