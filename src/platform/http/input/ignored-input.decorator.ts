import { SetMetadata } from '@nestjs/common';

export const IGNORED_INPUT = Symbol('ignored input');

/** The route reads neither query nor body, whatever is wrong with them. */
export const IgnoredInput = () => SetMetadata(IGNORED_INPUT, true);
