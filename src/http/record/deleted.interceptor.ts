import { type CallHandler, type ExecutionContext, type NestInterceptor } from '@nestjs/common';
import { type Request } from 'express';
import { map, type Observable } from 'rxjs';

/** Confirms a deletion as `{id, object, deleted}`. */
export class DeletedInterceptor implements NestInterceptor<unknown, object> {
  /** @param object name of the kind of record */
  constructor(private readonly object: string) {}

  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<object> {
    const { id } = context.switchToHttp().getRequest<Request>().params;
    return next.handle().pipe(map(() => ({ id: Number(id), object: this.object, deleted: true })));
  }
}
