import { Injectable } from '@nestjs/common';
import { type Brand } from '../../platform/pages/brand.js';
import { type AccountBrand } from './account-brand.entity.js';
import { BrandsRepository } from './brands.repository.js';
import { logoPath } from './logo-path.js';

/** What pages show of an account; null: nothing of its own. */
@Injectable()
export class BrandsService {
  constructor(private readonly brands: BrandsRepository) {}

  async of(accountId: number): Promise<Brand | null> {
    const brand = await this.brands.find(accountId);
    return brand && shownOf(brand, brand.logoHash === null ? '' : logoPath(brand.logoHash));
  }

  /** For a file that is read without a network: its logo is a `data:` URL. */
  async forFile(accountId: number): Promise<Brand | null> {
    const brand = await this.brands.findWithLogo(accountId);
    return brand && shownOf(brand, `data:image/png;base64,${brand.logo?.toString('base64') ?? ''}`);
  }
}

function shownOf({ name, logoWidth, logoHeight, accentColor, contact }: AccountBrand, src: string): Brand {
  const logo =
    logoWidth === null || logoHeight === null ? null : { src, width: logoWidth, height: logoHeight };
  return { name, logo, accentColor, contact };
}
