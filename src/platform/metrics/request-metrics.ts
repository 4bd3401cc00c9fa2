import { Injectable, type NestMiddleware } from '@nestjs/common';
import { type NextFunction, type Request, type Response } from 'express';
import { Histogram } from 'prom-client';
import { Metrics } from './metrics.js';

/** Of requests whose client left before the response was sent: what nginx and others log. */
const CLIENT_LEFT = 499;
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Measures every request. The label is the route template, which contains no ids or other client input. */
@Injectable()
export class RequestMetrics implements NestMiddleware {
  private readonly requests: Histogram;

  constructor({ registry }: Metrics) {
    this.requests = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Duration of requests by method, route template and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: SECONDS,
      registers: [registry],
    });
  }

  use(request: Request, response: Response, next: NextFunction): void {
    const startedAt = performance.now();
    response.once('close', () => {
      const status = response.writableFinished ? response.statusCode : CLIENT_LEFT;
      const labels = { method: methodOf(request), route: routeOf(request), status };
      this.requests.observe(labels, (performance.now() - startedAt) / 1000);
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
