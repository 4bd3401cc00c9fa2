import { type CustomDecorator, SetMetadata } from '@nestjs/common';

export const IS_PUBLIC = Symbol('public route');

/** Opens a route or a controller to callers without a key. */
export function Public(): CustomDecorator<symbol> {
  return SetMetadata(IS_PUBLIC, true);
}
