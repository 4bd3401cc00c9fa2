import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { type Response } from 'express';
import { Public } from '../http/public.decorator.js';
import { Supervision } from '../queue/supervision.js';
import { Readiness } from './readiness.js';

interface Health {
  readonly status: 'ok' | 'unavailable';
  /** Why the process can't serve requests, or should be restarted. */
  readonly reasons: readonly string[];
}

/** Health checks for load balancers and orchestrators. */
@Public()
@ApiExcludeController()
@Controller('health')
export class HealthController {
  constructor(
    private readonly readiness: Readiness,
    private readonly supervision: Supervision,
  ) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  live(@Res({ passthrough: true }) response: Response) {
    return healthOf(this.supervision.fault(), response);
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  async ready(@Res({ passthrough: true }) response: Response) {
    return healthOf(await this.readiness.fault(), response);
  }
}

function healthOf(fault: string | null, response: Response): Health {
  if (fault === null) return { status: 'ok', reasons: [] };
  response.status(HttpStatus.SERVICE_UNAVAILABLE).setHeader('Retry-After', '2');
  return { status: 'unavailable', reasons: [fault] };
}
