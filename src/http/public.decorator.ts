import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** Who gets in without a key: everyone; or everyone, but whoever shows a key is known by it. */
export type Openness = 'public' | 'key_optional';

export const OPENNESS = Symbol('openness of a route');

/** Opens a route or a controller to callers without a key. */
export function Public(): CustomDecorator<symbol> {
  return SetMetadata(OPENNESS, 'public' satisfies Openness);
}

/** Opens a route or a controller to callers without a key; one that is sent must be good, and makes its caller
 *  known. */
export function KeyOptional(): CustomDecorator<symbol> {
  return SetMetadata(OPENNESS, 'key_optional' satisfies Openness);
}
