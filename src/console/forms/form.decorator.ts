import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { bodyOf, type Fields, Input } from '../../platform/http/input/input.js';
import { InputValidationPipe } from '../../platform/http/input/input-validation.pipe.js';
import { caught } from '../../platform/http/input/validate-fields.js';
import { FORM_TOKEN } from './form.interceptor.js';

/** A form as it was filled in: what the API's rules make of it, or its faults by field. */
export interface Form<T> {
  readonly fields: Fields;
  readonly read: { readonly value: T } | { readonly errors: ParameterErrors };
}

const pipe = new InputValidationPipe();

/** The {@link Form}, by the rules of a body of the API. Faults are for the page to show: nothing is thrown. */
export const FormOf = createParamDecorator(
  async <T extends object>(dto: new () => T, context: ExecutionContext): Promise<Form<T>> => {
    const body = bodyOf(context.switchToHttp().getRequest<Request>());
    const entries = Object.entries(body.fields).filter(([name]) => name !== FORM_TOKEN);
    const fields = Object.fromEntries(entries);
    const input = new Input(fields, body.warnings);
    const read = await caught(
      async () => (await pipe.transform(input, { type: 'body', metatype: dto })) as T,
    );
    return { fields, read };
  },
);

/** What the API's rules make of a form.
 *  @throws ValidationFailed */
export function valueOf<T>({ read }: Form<T>): T {
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.value;
}
