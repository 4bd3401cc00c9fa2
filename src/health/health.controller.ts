import { Controller, Get, Header, HttpStatus, Res } from '@nestjs/common';
import { ApiOperation, ApiProperty, ApiResponse, ApiTags } from '@nestjs/swagger';
import { type Response } from 'express';
import { Database } from '../database/database.js';
import { Public } from '../http/public.decorator.js';

class HealthView {
  @ApiProperty({ type: 'string', enum: ['ok', 'unavailable'] })
  status!: 'ok' | 'unavailable';

  @ApiProperty({
    type: 'string',
    isArray: true,
    maxItems: 10,
    description: 'Why it can not serve requests now.',
  })
  reasons!: string[];
}

/** What a load balancer asks. */
@Public()
@ApiTags('Health')
@Controller('health')
export class HealthController {
  constructor(private readonly database: Database) {}

  @Get('live')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether the process runs', operationId: 'isLive', security: [] })
  @ApiResponse({ status: 200, type: HealthView, description: 'It runs.' })
  live(): HealthView {
    return { status: 'ok', reasons: [] };
  }

  @Get('ready')
  @Header('Cache-Control', 'no-store')
  @ApiOperation({ summary: 'Whether requests can be served', operationId: 'isReady', security: [] })
  @ApiResponse({ status: 200, type: HealthView, description: 'They can.' })
  @ApiResponse({ status: 503, type: HealthView, description: 'They can not; reasons says why.' })
  async ready(@Res({ passthrough: true }) response: Response): Promise<HealthView> {
    const fault = await this.database.fault();
    if (fault === null) return { status: 'ok', reasons: [] };
    response.status(HttpStatus.SERVICE_UNAVAILABLE).setHeader('Retry-After', '2');
    return { status: 'unavailable', reasons: [fault] };
  }
}
