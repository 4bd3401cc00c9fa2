import { SetMetadata } from '@nestjs/common';

export const BODY_LIMIT = Symbol('body limit');

/** Size limit of the body of a route, in bytes, in place of 16 KiB. */
export const BodyLimit = (bytes: number) => SetMetadata(BODY_LIMIT, bytes);
