import { OneOf } from '../../http/rules/one-of.js';
import { Password } from '../../http/rules/text.js';
import { type Privacy } from '../website.entity.js';

export class UpdateWebsiteBody {
  @OneOf([0, 1, 2], {
    description: 'Who may see the website without a key: 0 anyone, 1 nobody, 2 whoever knows the password.',
  })
  privacy?: Privacy;

  @Password({
    maxLength: 128,
    description: 'Takes effect only together with privacy 2. Never returned.',
  })
  password?: string;
}
