import { SetMetadata } from '@nestjs/common';

export const BODY_LIMIT = Symbol('body limit');

/** Greatest size of a route's bodies in bytes, whether JSON or forms; 16 KiB without it. */
export const BodyLimit = (limitBytes: number) => SetMetadata(BODY_LIMIT, limitBytes);
