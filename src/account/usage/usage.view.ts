import { CountField, DateField, IdField } from '../../platform/http/openapi/fields.js';

/** What was used on a day, or with a key. */
export class UsageRowView {
  @DateField({ required: false, description: 'Day in UTC; only if by is day.' }) day?: string;

  @IdField({
    required: false,
    nullable: true,
    description:
      'Key, which may have been deleted; null for what no key asked for, such as deliveries. Only if by is key.',
  })
  key_id?: number | null;

  @CountField({ description: 'Reports that were stored.', example: 12 }) reports!: number;

  @CountField({ description: 'Reports whose page a browser rendered, or failed to.', example: 2 })
  renders!: number;

  @CountField({ description: 'Reports that were stored for crawls, which reports counts, too.', example: 0 })
  crawled_pages!: number;

  @CountField({ description: 'Events that were delivered to webhooks.', example: 0 }) deliveries!: number;
}
