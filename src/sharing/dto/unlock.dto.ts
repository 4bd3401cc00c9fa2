import { KeptAsSent } from '../../http/rules/kept-as-sent.js';
import { OptionalText } from '../../http/rules/text.js';

export class UnlockBody {
  @KeptAsSent()
  @OptionalText({ maxLength: 128, description: 'Password of the website.', format: 'password' })
  password?: string;

  @OptionalText({ maxLength: 4000, description: 'Path to redirect to.' })
  next?: string;
}
