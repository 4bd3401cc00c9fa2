/** A Nest application that sends the same statements by TypeORM's connections, with two interceptors that do nothing,
 *  helmet, and a line of pino's per request: what the framework costs before anything of Pagegrade runs. Gets its task
 *  from its parent and replies with its port. */
import { Controller, Get, Module, type NestInterceptor, UseInterceptors } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { type NestExpressApplication } from '@nestjs/platform-express';
import { InjectDataSource, TypeOrmModule } from '@nestjs/typeorm';
import helmet from 'helmet';
import { type ClientBase } from 'pg';
import { pinoHttp } from 'pino-http';
import { map } from 'rxjs';
import { type DataSource } from 'typeorm';
import { type ServerTask } from './floor-server.js';

const PASS_ON: NestInterceptor = { intercept: (_, next) => next.handle().pipe(map((body: unknown) => body)) };

/** As short as the service's lines. */
const SHORT = {
  req: ({ method, url }: { method: string; url: string }) => ({ method, url }),
  res: ({ statusCode }: { statusCode: number }) => ({ statusCode }),
};

process.once('disconnect', () => process.exit());
process.once('message', ({ url, statements }: ServerTask) => {
  @Controller()
  class ListController {
    constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

    @Get()
    @UseInterceptors(PASS_ON, PASS_ON)
    async list(): Promise<object> {
      const runner = this.dataSource.createQueryRunner();
      try {
        const client = (await runner.connect()) as ClientBase;
        let data: object[] = [];
        for (const [index, { text, values }] of statements.entries())
          ({ rows: data } = await client.query<object>({ name: `nest_${index}`, text, values: [...values] }));
        return { data };
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
