import { SetMetadata } from '@nestjs/common';

export const JSON_BODY = Symbol('JSON body');

/** The route takes JSON alone, up to a size in bytes; others also take forms. */
export const JsonBody = (limitBytes: number) => SetMetadata(JSON_BODY, limitBytes);
