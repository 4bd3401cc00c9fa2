import { type Config } from '../../config/config.js';
import { ValidationFailed } from '../../errors/http-errors.js';
import { type ParameterErrors } from '../../errors/problems.js';
import { type Fields, Input } from './input.js';
import { InputValidationPipe } from './input-validation.pipe.js';
import { Warnings } from './warnings.js';

/** What a DTO makes of fields, or why they are refused. */
export type Validated<T> = { readonly value: T } | { readonly errors: ParameterErrors };

const pipe = new InputValidationPipe();

/** Validates one object of a list as if it were the body of a request; its warnings are given the object's place.
 *  @param place such as `items[3]` */
export async function validateFields<T extends object>(
  dto: new () => T,
  fields: Fields,
  { place, warnings, config = null }: { place: string; warnings: Warnings; config?: Config | null },
): Promise<Validated<T>> {
  const own = new Warnings(warnings.isStrict);
  const result = await validated(dto, new Input(fields, own, config), 'body');
  warnings.add(...own.list.map(({ field, ...rest }) => ({ ...rest, field: `${place}.${field}` })));
  return result;
}

/** Validates what is the body or the query of a request. */
export function validated<T extends object>(
  dto: new () => T,
  input: Input,
  type: 'body' | 'query',
): Promise<Validated<T>> {
  return caught(async () => (await pipe.transform(input, { type, metatype: dto })) as T);
}

/** The value, or why it is refused. */
export async function caught<T>(work: () => T | Promise<T>): Promise<Validated<T>> {
  try {
    return { value: await work() };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return { errors: error.errors ?? {} };
  }
}
