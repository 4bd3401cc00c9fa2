import { DateTimeField, IdField, LinksField, StringField } from '../platform/http/openapi/fields.js';
import { ApiEvent } from '../webhooks/events/api-event.decorator.js';

@ApiEvent('key.expiring', {
  summary: 'A key expires within seven days',
  description: 'Sent once, and once more after expires_at has changed.',
})
export class KeyExpiringView {
  @IdField({ example: 7 }) key_id!: number;

  @StringField(1000, { example: 'ci' }) name!: string;

  @DateTimeField() expires_at!: string;

  @LinksField({ key: 'keys/7' }) links!: { key: string };
}

/** @param link to the key */
export function keyExpiringView(
  { id, name, expiresAt }: { readonly id: number; readonly name: string; readonly expiresAt: Date },
  link: string,
): KeyExpiringView {
  return { key_id: id, name, expires_at: expiresAt.toISOString(), links: { key: link } };
}
