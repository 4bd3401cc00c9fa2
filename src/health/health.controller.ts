import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Public } from '../http/public.decorator.js';
import { Readiness } from './readiness.js';

interface Health {
  readonly status: 'ok' | 'unavailable';
  /** Why requests can't be served now. */
  readonly reasons: readonly string[];
}

/** What a load balancer asks. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(): Health {
    return { status: 'ok', reasons: [] };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response): Promise<Health> {
    const fault = await this.readiness.fault();
    if (fault === null) return { status: 'ok', reasons: [] };
    response.status(HttpStatus.SERVICE_UNAVAILABLE).setHeader('Retry-After', '2');
    return { status: 'unavailable', reasons: [fault] };
  }
}
