import { Injectable, type NestMiddleware } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Metrics } from './metrics.js';

/** Measures every request. The label is the route template, which contains no ids or other client input. */
@Injectable()
export class RequestMetrics implements NestMiddleware {
  constructor(private readonly metrics: Metrics) {}

  use(request: Request, response: Response, next: NextFunction): void {
    const startedAt = performance.now();
    response.once('close', () => {
      const labels = { method: methodOf(request), route: routeOf(request), status: response.statusCode };
      this.metrics.countRequest(labels, (performance.now() - startedAt) / 1000);
    });
    next();
  }
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

function methodOf({ method }: Request): string {
  return METHODS.has(method) ? method : 'other';
}

function routeOf(request: Request): string {
  const route = request.route as { path?: unknown } | undefined;
  return typeof route?.path === 'string' ? route.path : 'none';
}
