/** A Nest application as its documentation has them: a guard that checks a bearer key, query parameters and response bodies
 *  as classes, by class-validator and class-transformer, helmet, and a line of pino's per request. It sends the same
 *  statements by TypeORM's connections, and nothing of Pagegrade runs. Gets its task from its parent and replies with its
 *  port. */
import { createHash } from 'node:crypto';
import {
  type CanActivate,
  ClassSerializerInterceptor,
  Controller,
  type ExecutionContext,
  Get,
  Module,
  Query,
  UseGuards,
  UseInterceptors,
  ValidationPipe,
} from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import { plainToInstance, Type } from 'class-transformer';
import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import helmet from 'helmet';
import { type ClientBase } from 'pg';
import { pinoHttp } from 'pino-http';
import { type DataSource } from 'typeorm';
import { type ServerTask } from './floor-server.js';

/** As short as the service's lines. */
const SHORT = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, url }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};

class ListQuery {
  @IsOptional() @IsString() search?: string;
  @IsOptional() @IsString() cursor?: string;
  @IsOptional() @IsIn(['good', 'decent', 'bad']) result?: string;
  @IsIn(['id', 'url', 'score', 'domain', 'reports_count', 'reports_avg_score']) sort_by = 'id';
  @IsIn(['asc', 'desc']) sort = 'desc';
  @Type(() => Number) @IsInt() @Min(1) @Max(100) per_page = 25;
  @Type(() => Number) @IsInt() @Min(1) page = 1;
  @IsOptional() @Type(() => Number) @IsInt() @Min(1) website_id?: number;
}

const QUERY = new ValidationPipe({
  expectedType: ListQuery,
  transform: true,
  whitelist: true,
  forbidNonWhitelisted: true,
});

class Row {
  id = 0;
}

class List {
  @Type(() => Row) data: Row[] = [];
}

process.once('disconnect', () => process.exit());
process.once('message', ({ url, authorization, statements }: ServerTask) => {
  const digestOf = (text: string) => createHash('sha256').update(text).digest('hex');
  const keys = new Set([digestOf(authorization)]);

  class KeyGuard implements CanActivate {
    canActivate(context: ExecutionContext): boolean {
      const { headers } = context.switchToHttp().getRequest<{ headers: { authorization?: string } }>();
      return keys.has(digestOf(headers.authorization ?? ''));
    }
  }

  @Controller()
  @UseGuards(KeyGuard)
  @UseInterceptors(ClassSerializerInterceptor)
  class ListController {
    constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

    @Get('*path')
    async list(@Query(QUERY) query: ListQuery): Promise<List> {
      const runner = this.dataSource.createQueryRunner();
      try {
        const client = (await runner.connect()) as ClientBase;
        let data: object[] = [];
        for (const [index, { text, values }] of statements.entries())
          ({ rows: data } = await client.query<object>({ name: `nest_${index}`, text, values: [...values] }));
        return plainToInstance(List, { data: data.slice(0, query.per_page) });
      } finally {
        await runner.release();
      }
    }
  }

  @Module({
    imports: [TypeOrmModule.forRoot({ type: 'postgres', url, poolSize: 10 })],
    controllers: [ListController],
  })
  class ListModule {}

  void (async () => {
    const app = await NestFactory.create<NestExpressApplication>(ListModule, { logger: ['error'] });
    app.use(pinoHttp({ quietReqLogger: true, serializers: SHORT }), helmet());
    await app.listen(0, '127.0.0.1');
    process.send?.(app.getHttpServer().address());
  })();
});
