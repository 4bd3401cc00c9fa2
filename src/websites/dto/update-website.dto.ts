import { KeptAsSent } from '../../http/rules/kept-as-sent.js';
import { OneOf } from '../../http/rules/one-of.js';
import { OptionalText } from '../../http/rules/text.js';
import { type Privacy } from '../website.entity.js';

export class UpdateWebsiteBody {
  @OneOf([0, 1, 2], {
    description: 'Who may see the website without a key: 0 anyone, 1 nobody, 2 whoever knows the password.',
  })
  privacy?: Privacy;

  @KeptAsSent()
  @OptionalText({
    maxLength: 128,
    description: 'Takes effect only together with privacy 2. Never returned.',
    format: 'password',
  })
  password?: string;
}
