import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Which requests need no key: all, or those that send none. */
export type Openness = 'public' | 'key_optional';

export const OPENNESS = Symbol('openness of a route');

/** Makes a route or a controller accessible without a key. */
export function Public(): CustomDecorator<symbol> {
  return SetMetadata(OPENNESS, 'public' satisfies Openness);
}

/** Makes a route or a controller accessible without a key; if one is sent, it must be valid. */
export function KeyOptional(): CustomDecorator<symbol> {
  return SetMetadata(OPENNESS, 'key_optional' satisfies Openness);
}
