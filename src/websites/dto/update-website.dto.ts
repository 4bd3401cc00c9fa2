import { OneOf } from '../../platform/http/rules/choices.js';
import { Password } from '../../platform/http/rules/text.js';
import { type Privacy } from '../website.entity.js';

export class UpdateWebsiteBody {
  @OneOf([0, 1, 2], {
    description:
      'Who can see the website without a key: 0 anyone with the URL, 1 nobody, 2 people with the password.',
  })
  privacy?: Privacy;

  @Password({
    maxLength: 128,
    description: 'Takes effect only together with privacy 2. Never returned.',
  })
  password?: string;
}
