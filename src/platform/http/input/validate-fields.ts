import { ValidationFailed } from '../../errors/http-errors.js';
import { type ParameterErrors } from '../../errors/problems.js';
import { type Fields, Input } from './input.js';
import { InputValidationPipe } from './input-validation.pipe.js';
import { Warnings } from './warnings.js';

/** What became of an object of a list. */
export type Validated<T> = { readonly value: T } | { readonly errors: ParameterErrors };

const pipe = new InputValidationPipe();

/** Validates one object of a list as if it were the body of a request; its warnings are given the object's place.
 *  @param place such as `items[3]` */
export async function validateFields<T extends object>(
  dto: new () => T,
  fields: Fields,
  { place, warnings }: { place: string; warnings: Warnings },
): Promise<Validated<T>> {
  const own = new Warnings(warnings.isStrict);
  const result = await caught(async () => {
    const value = await pipe.transform(new Input(fields, own), { type: 'body', metatype: dto });
    return value as T;
  });
  warnings.add(...own.list.map(({ field, ...rest }) => ({ ...rest, field: `${place}.${field}` })));
  return result;
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
