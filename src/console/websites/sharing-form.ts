import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type UpdateWebsiteBody } from '../../websites/dto/update-website.dto.js';
import { isPassword } from '../../websites/password.js';
import { type Website } from '../../websites/website.entity.js';
import { type Shown } from '../forms/version.js';

const UNUSED =
  'A password is used only with the choice "With a password". Choose it, or leave this field empty.';
const MISSING = 'Enter a password, or make another choice.';

/** What the form changes. */
export function shownOf({ privacy, passwordHash }: Website): Shown {
  return { privacy, password: passwordHash };
}

/** What the form is to change, with the hash of its password if that is the one of the website already. */
export async function changeOf(
  { accountId, passwordHash }: Website,
  change: UpdateWebsiteBody,
): Promise<Shown> {
  const { privacy, password } = change;
  const isSet = password !== undefined && (await isPassword(accountId, password, passwordHash));
  return { privacy, password: isSet ? passwordHash : password };
}

/** Refuses what the API saves with a warning: people would take the website for protected, or for open.
 *  @throws ValidationFailed */
export function requirePasswordAsMeant(
  { passwordHash }: Website,
  { privacy, password }: UpdateWebsiteBody,
): void {
  const isUnused = password !== undefined && privacy !== 2;
  const isMissing = password === undefined && privacy === 2 && passwordHash === null;
  if (isUnused || isMissing) throw new ValidationFailed({ password: [isUnused ? UNUSED : MISSING] });
}
