import { StringField, UrlField } from '../../platform/http/openapi/fields.js';
import { type AccountBrand } from './account-brand.entity.js';
import { logoPath } from './logo-path.js';

/** What the share pages of an account show in place of our name. */
export class BrandView {
  @StringField(160, { nullable: true, example: 'Blue Agency' }) name!: string | null;

  @UrlField({
    nullable: true,
    description: 'A PNG image. Its address changes with the image.',
    example: `https://pagegrade.example.com${logoPath('ab12'.repeat(16))}`,
  })
  logo_url!: string | null;

  @StringField(7, { nullable: true, example: '#0b57a4' }) accent_color!: string | null;

  @StringField(400, { nullable: true, example: 'hello@agency.example' }) contact!: string | null;
}

/** @param base of absolute links, without a trailing slash */
export function brandView({ name, logoHash, accentColor, contact }: AccountBrand, base: string): BrandView {
  return {
    name,
    logo_url: logoHash === null ? null : base + logoPath(logoHash),
    accent_color: accentColor,
    contact,
  };
}
