import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { bodyOf, type Fields, Input } from '../../platform/http/input/input.js';
import { type Validated, validated } from '../../platform/http/input/validate-fields.js';
import { FORM_TOKEN } from './form.interceptor.js';
import { ONCE } from './once.js';
import { VERSION } from './version.js';

/** A form as it was filled in: what the API's rules make of it, or its faults by field. */
export interface Form<T> {
  readonly fields: Fields;
  readonly read: Validated<T>;
}

/** What reads a form whose fields are not all those of the API. */
export interface FormRules<T extends object> {
  readonly dto: new () => T;
  /** The fields of the API.
   *  @param typed the fields of the form */
  readonly fieldsOf: (typed: Fields) => Fields;
  /** What is wrong with fields that the API does not have. */
  readonly faultsOf?: (typed: Fields) => ParameterErrors;
}

/** The {@link Form}, by the rules of a body of the API. Faults are for the page to show: nothing is thrown. */
export const FormOf = createParamDecorator(
  async <T extends object>(
    rules: (new () => T) | FormRules<T>,
    context: ExecutionContext,
  ): Promise<Form<T>> => {
    const body = bodyOf(context.switchToHttp().getRequest<Request>());
    const fields = without('next', without(ONCE, without(FORM_TOKEN, body.fields)));
    const typed = without(VERSION, fields);
    const { dto, fieldsOf, faultsOf }: Partial<FormRules<T>> & Pick<FormRules<T>, 'dto'> =
      'dto' in rules ? rules : { dto: rules };
    const faults = faultsOf?.(typed) ?? {};
    const input = new Input(fieldsOf?.(typed) ?? typed, body.warnings, body.config);
    const read = await validated(dto, input, 'body');
    if (Object.keys(faults).length === 0) return { fields, read };
    return { fields, read: { errors: { ...('errors' in read && read.errors), ...faults } } };
  },
);

function without(name: string, fields: Fields): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([one]) => one !== name));
}

/** What the API's rules make of a form.
 *  @throws ValidationFailed */
export function valueOf<T>({ read }: Form<T>): T {
  if ('errors' in read) throw new ValidationFailed(read.errors);
  return read.value;
}
