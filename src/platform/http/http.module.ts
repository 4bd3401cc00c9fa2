import { Module } from '@nestjs/common';
import { APP_FILTER, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { Idempotency } from './idempotency/idempotency.js';
import { IdempotencyRepository } from './idempotency/idempotency.repository.js';
import { InputInterceptor } from './input/input.interceptor.js';
import { InputValidationPipe } from './input/input-validation.pipe.js';
import { ProblemFilter } from './problems/problem.filter.js';
import { FixedFilesController } from '../pages/fixed-files.controller.js';
import { HomeController } from '../pages/home.controller.js';
import { ProblemsController } from './problems/problems.controller.js';

@Module({
  controllers: [HomeController, ProblemsController, FixedFilesController],
  providers: [
    { provide: APP_FILTER, useClass: ProblemFilter },
    Idempotency,
    IdempotencyRepository,
    { provide: APP_INTERCEPTOR, useClass: InputInterceptor },
    { provide: APP_PIPE, useClass: InputValidationPipe },
  ],
  exports: [Idempotency, IdempotencyRepository],
})
export class HttpModule {}
