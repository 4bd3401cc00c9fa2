import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type Fields } from '../../platform/http/input/input.js';
import { validateFields } from '../../platform/http/input/validate-fields.js';
import { type Warnings } from '../../platform/http/input/warnings.js';
import { AccountBrand } from './account-brand.entity.js';
import { type BrandChange } from './brands.repository.js';
import { BrandBody } from './dto/brand.dto.js';
import { logoColumns } from './logo.js';

const NO_BRAND: BrandChange = {
  name: null,
  logoHash: null,
  logoBytes: null,
  logoWidth: null,
  logoHeight: null,
  accentColor: null,
  contact: null,
};

/** What a request changes; null: it removes the brand.
 *  @param fields as they were sent; absent: nothing changes
 *  @throws ValidationFailed, with the fields named `brand.…` */
export async function brandChange(
  fields: Fields | null | undefined,
  warnings: Warnings,
): Promise<BrandChange | null> {
  if (fields === undefined || fields === null) return fields === null ? null : {};
  const body = await validateFields(BrandBody, fields, { place: 'brand', warnings });
  if ('errors' in body) throw placed(body.errors);
  const { name, logo, accent_color, contact } = body.value;
  return {
    ...(name !== undefined && { name }),
    ...(logo !== undefined && (await logoColumns(logo))),
    ...(accent_color !== undefined && { accentColor: accent_color?.toLowerCase() ?? null }),
    ...(contact !== undefined && { contact }),
  };
}

/** The brand after a change; null: no field has a value. Its logo's bytes are present only if they change. */
export function mergedBrand(
  accountId: number,
  current: AccountBrand | null,
  change: BrandChange | null,
): AccountBrand | null {
  const none = { ...NO_BRAND, accountId };
  const merged = Object.assign(new AccountBrand(), none, current ?? {}, change ?? {});
  const { name, logoHash, accentColor, contact } = merged;
  const isEmpty = [name, logoHash, accentColor, contact].every((value) => value === null);
  return change === null || isEmpty ? null : merged;
}

function placed(errors: Readonly<Record<string, readonly string[]>>): ValidationFailed {
  return new ValidationFailed(
    Object.fromEntries(
      Object.entries(errors).map(([name, messages]) => [
        `brand.${name}`,
        messages.map((message) => `brand.${message}`),
      ]),
    ),
  );
}
