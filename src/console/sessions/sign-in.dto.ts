import { OptionalText } from '../../platform/http/rules/text.js';

export class SignInQuery {
  @OptionalText({ maxLength: 4000, description: 'Address to continue to.' })
  next?: string;

  @OptionalText({ maxLength: 100, description: 'Signs in once.' })
  token?: string;
}

export class SignInBody {
  @OptionalText({ maxLength: 1000, description: 'The key.' })
  key?: string;

  @OptionalText({ maxLength: 4000, description: 'Address to continue to.' })
  next?: string;
}
