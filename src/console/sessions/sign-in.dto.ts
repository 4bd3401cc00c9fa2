import { OptionalText } from '../../platform/http/rules/text.js';
import { MAX_NEXT_LENGTH } from './next-address.js';

export class SignInQuery {
  @OptionalText({ maxLength: MAX_NEXT_LENGTH, description: 'Address to continue to.' })
  next?: string;

  @OptionalText({ maxLength: 100, description: 'Signs in once.' })
  token?: string;
}

export class SignInBody {
  @OptionalText({ maxLength: 1000, description: 'The key.' })
  key?: string;

  @OptionalText({ maxLength: MAX_NEXT_LENGTH, description: 'Address to continue to.' })
  next?: string;
}
