import { type Type } from '@nestjs/common';
import { entityTagOf } from './entity-tag.js';

/** How the API shows a kind of record. */
export interface Representation<Row, View extends object> {
  /** Documents the view. */
  readonly schema: Type<View>;
  /** @param base of absolute links, without a trailing slash */
  readonly view: (row: Row, base: string) => View;
  /** What the entity tag is made of, if not the whole view; null: the record has no tag. */
  readonly version?: ((view: View) => object) | null;
  /** Seconds until the client should ask again; null: the record is final. */
  readonly retryAfter?: (row: Row) => number | null;
}

export function tagOf<View extends object>(
  { version }: Pick<Representation<never, View>, 'version'>,
  view: View,
): string | null {
  return version === null ? null : entityTagOf(version ? version(view) : view);
}
