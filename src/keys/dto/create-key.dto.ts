import { type Scope, SCOPES } from '../../auth/scopes.js';
import { Expiry } from '../../platform/http/rules/dates.js';
import { ListOf } from '../../platform/http/rules/choices.js';
import { RequiredText } from '../../platform/http/rules/text.js';

export const NAME = {
  maxLength: 255,
  description: 'Name of the key, for people.',
  example: 'ci',
  isLabel: true,
};

export class CreateKeyBody {
  @RequiredText(NAME) name!: string;

  @ListOf(SCOPES, {
    description: 'What the key may do: nothing that your key may not do. Default: the scopes of your key.',
    example: ['reports:read', 'reports:write'],
  })
  scopes?: Scope[];

  @Expiry(
    'When the key stops working; null: never. Not later than your own key. Default: when your own key does.',
  )
  expires_at?: Date | null;
}
