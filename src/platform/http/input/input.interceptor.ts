import {
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
} from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum.js';
import { Reflector } from '@nestjs/core';
import { type Request, type Response } from 'express';
import { map, type Observable } from 'rxjs';
import { CONFIG, type Config } from '../../config/config.js';
import { MethodNotAllowed, RecordNotFound } from '../../errors/http-errors.js';
import { idIn, NO_ID, RECORD } from '../rules/ids.js';
import { readBody } from './body.js';
import { FILE_BODY, type FileBodyRules } from './file-body.decorator.js';
import { IGNORED_INPUT } from './ignored-input.decorator.js';
import { Input, parseForm } from './input.js';
import { InputValidationPipe } from './input-validation.pipe.js';
import { BODY_LIMIT } from './body-limit.decorator.js';
import { JSON_BODY } from './json-body.decorator.js';
import { NoParameters } from './no-parameters.dto.js';
import { preferencesIn } from '../prefer/preferences.js';
import { methodsAt, type Router } from '../unmatched/route-methods.js';
import { Warnings } from './warnings.js';

/** Of bodies of routes without a limit of their own. A form takes three bytes for a character of which JSON takes one. */
const LIMIT_BYTES = 16 * 1024;
const FORM_LIMIT_BYTES = 3 * LIMIT_BYTES;
const METHODS_WITH_BODY = new Set(['POST', 'PUT', 'PATCH']);

/** Reads query and body behind the guard, and adds the request's warnings to the response. */
@Injectable()
export class InputInterceptor implements NestInterceptor {
  private readonly pipe = new InputValidationPipe();

  constructor(
    private readonly reflector: Reflector,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async intercept(context: ExecutionContext, next: CallHandler<unknown>): Promise<Observable<unknown>> {
    const request = context.switchToHttp().getRequest<Request>();
    const response = context.switchToHttp().getResponse<Response>();
    if (this.reflector.get<boolean | undefined>(IGNORED_INPUT, context.getClass()) === true)
      return next.handle();
    this.requireId(context, request);
    const warnings = new Warnings(preferencesIn(request.headers.prefer).isStrict);
    request.warnings = warnings;
    const query = new Input(parseForm(request.url.replace(/^[^?]*\??/, '')), warnings, this.config);
    // Express defines `query` on the prototype, as a getter.
    Object.defineProperty(request, 'query', { value: query, configurable: true });
    const taken = inputsOf(context);
    if (!taken.has('query') && isOfApi(request)) await this.requireNone(query, 'query');
    if (METHODS_WITH_BODY.has(request.method)) {
      const jsonBytes = this.reflector.get<number | undefined>(JSON_BODY, context.getHandler());
      const limit = this.reflector.get<number | undefined>(BODY_LIMIT, context.getHandler());
      const file = this.reflector.get<FileBodyRules | undefined>(FILE_BODY, context.getHandler());
      const rules = {
        limitBytes:
          jsonBytes ?? limit ?? file?.limitBytes ?? (isOfApi(request) ? LIMIT_BYTES : FORM_LIMIT_BYTES),
        isJsonOnly: jsonBytes !== undefined,
        file,
      };
      const body = new Input(await readBody(request, response, rules), warnings, this.config);
      request.body = body;
      if (!taken.has('body') && isOfApi(request)) await this.requireNone(body, 'body');
    }
    if (warnings.isStrict) response.setHeader('Preference-Applied', 'handling=strict');
    return next.handle().pipe(map((body) => withWarnings(body, warnings)));
  }

  /** @throws RecordNotFound for an id that no record can have, whatever else is wrong with the request
   *  @throws MethodNotAllowed if it is no id, but the end of a path that has other methods */
  private requireId(context: ExecutionContext, { params, app, path, method }: Request): void {
    const record = this.reflector.get<string | undefined>(RECORD, context.getHandler());
    if (record === undefined || idIn(params) !== NO_ID) return;
    const router: object = app.router;
    const allowed = methodsAt(router as Router, path);
    throw allowed.includes(method) ? new RecordNotFound(record) : new MethodNotAllowed(allowed);
  }

  /** Warns of all fields, since the handler takes none of them.
   *  @throws ValidationFailed */
  private async requireNone(input: Input, type: 'query' | 'body'): Promise<void> {
    await this.pipe.transform(input, { type, metatype: NoParameters });
  }
}

/** Share pages and documentation ignore what their addresses are given besides. */
function isOfApi({ route }: Request): boolean {
  return (route as { path: string }).path.startsWith('/api/v1/');
}

/** Which of both a handler takes a DTO of. */
function inputsOf(context: ExecutionContext): ReadonlySet<'query' | 'body'> {
  const parameters = Reflect.getMetadata(
    ROUTE_ARGS_METADATA,
    context.getClass(),
    context.getHandler().name,
  ) as object | undefined;
  const types = new Set(Object.keys(parameters ?? {}).map((key) => Number(key.split(':', 1)[0])));
  const inputs = new Set<'query' | 'body'>();
  if (types.has(RouteParamtypes.QUERY)) inputs.add('query');
  if (types.has(RouteParamtypes.BODY)) inputs.add('body');
  return inputs;
}

function withWarnings(body: unknown, warnings: Warnings): unknown {
  if (warnings.list.length === 0 || typeof body !== 'object' || body === null) return body;
  return { ...body, warnings: warnings.list };
}
