import { RequiredText } from '../../http/rules/text.js';
import { Integer } from '../../http/rules/number.js';

export class StoreReportBody {
  @RequiredText({
    maxLength: 2048,
    description:
      'Absolute http or https URL of the page: a public domain name, port 80 or 443, no credentials, no white space. ' +
      'Other hosts and ports only if the setting ALLOWED_TARGETS lists them.',
    example: 'https://example.com/',
  })
  url!: string;

  @Integer({
    min: 0,
    max: 31_536_000,
    default: 0,
    description:
      'Maximum age in seconds: returns (200) the newest completed report of the same url if it is no older; 0: always a ' +
      'new report. More than 0 also needs the scope reports:read.',
  })
  max_age = 0;
}
