import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type Warnings } from './warnings.js';

/** The {@link Warnings} of the request, for parts without effect that only the feature can see. */
export const RequestWarnings = createParamDecorator(
  (_: unknown, context: ExecutionContext): Warnings => context.switchToHttp().getRequest<Request>().warnings,
);
