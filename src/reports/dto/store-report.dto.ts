import { RequiredText } from '../../http/rules/text.js';

export class StoreReportBody {
  @RequiredText({
    maxLength: 2048,
    description:
      'Absolute http or https address of the page: a public domain name, port 80 or 443, no credentials, no white ' +
      'space. Other hosts and ports only where the setting ALLOWED_TARGETS lists them.',
    example: 'https://example.com/',
  })
  url!: string;
}
