import { type Fields } from '../../platform/http/input/input.js';

/** The values of checkboxes. Browsers send no field if none is ticked, which to the API would mean its default. */
export function chosenOf(typed: Fields, name: string): unknown {
  return typed[name] ?? [];
}
