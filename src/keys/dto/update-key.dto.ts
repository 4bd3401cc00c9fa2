import { type Scope, SCOPES } from '../../auth/scopes.js';
import { Expiry } from '../../platform/http/rules/dates.js';
import { ListOf } from '../../platform/http/rules/choices.js';
import { OptionalText } from '../../platform/http/rules/text.js';
import { NAME } from './create-key.dto.js';

export class UpdateKeyBody {
  @OptionalText(NAME) name?: string;

  @ListOf(SCOPES, {
    description: 'All scopes that the key is to have.',
    example: ['reports:read', 'reports:write'],
  })
  scopes?: Scope[];

  @Expiry('When the key stops working; null: never. Not later than the key that asks.')
  expires_at?: Date | null;
}
