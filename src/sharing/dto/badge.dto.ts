import { OptionalText } from '../../http/rules/text.js';

export class BadgeQuery {
  @OptionalText({ maxLength: 2048, description: 'Page of the website whose latest report counts.' })
  url?: string;
}
