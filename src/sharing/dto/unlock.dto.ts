import { OptionalText, Password } from '../../platform/http/rules/text.js';

/** Of a path that is continued to; longer ones lead to the website instead. */
export const MAX_NEXT = 4000;

export class UnlockBody {
  @Password({ maxLength: 256, description: 'Password of the website.' })
  password?: string;

  @OptionalText({ maxLength: MAX_NEXT, description: 'Path to redirect to.' })
  next?: string;
}
