import { OptionalText } from '../../platform/http/rules/text.js';

export class BadgeQuery {
  @OptionalText({
    maxLength: 2048,
    description: 'Show the latest score of this page instead of the score of the website.',
  })
  url?: string;
}
