import { OptionalText, Password } from '../../platform/http/rules/text.js';

export class UnlockBody {
  @Password({ maxLength: 128, description: 'Password of the website.' })
  password?: string;

  @OptionalText({ maxLength: 4000, description: 'Path to redirect to.' })
  next?: string;
}
