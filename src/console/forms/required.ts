import { type ParameterErrors } from '../../platform/errors/problems.js';
import { type Fields } from '../../platform/http/input/input.js';

/** Faults of fields that were emptied. To the API, an empty one means the value that is stored. */
export function emptied(typed: Fields, names: readonly string[]): ParameterErrors {
  const faulty = names.filter((name) => {
    const value = typed[name];
    return typeof value === 'string' && value.trim() === '';
  });
  return Object.fromEntries(faulty.map((name) => [name, [`${name} is required.`]]));
}
