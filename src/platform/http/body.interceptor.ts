import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';

/** Makes the body, and sets the headers, of a response to what the handler returned. */
export type BodyOf<Result> = (result: Result, request: Request, response: Response) => unknown;

/** Sends the body that a function makes of what the handler returned. */
export class BodyInterceptor<Result> implements NestInterceptor<Result, unknown> {
  constructor(private readonly bodyOf: BodyOf<Result>) {}

  intercept(context: ExecutionContext, next: CallHandler<Result>): Observable<unknown> {
    const http = context.switchToHttp();
    return next.handle().pipe(map((result) => this.bodyOf(result, http.getRequest(), http.getResponse())));
  }
}
