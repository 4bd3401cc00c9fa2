import { MalformedRequest } from '../http-errors.js';
import { NESTED, type RawParameters, REPEATED } from './parameters.js';

/** Reads application/x-www-form-urlencoded text, a query string's too. Unlike the WHATWG parser it refuses
 *  broken percent-encoding instead of guessing.
 *  @throws MalformedRequest */
export function parseForm(text: string): RawParameters {
  const values = new Map<string, unknown>();
  const faults = new Map<string, string>();
  for (const pair of text.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const name = decoded(equals < 0 ? pair : pair.slice(0, equals));
    const value = equals < 0 ? '' : decoded(pair.slice(equals + 1));
    const bracket = name.indexOf('[');
    const ownName = bracket > 0 ? name.slice(0, bracket) : name;
    if (bracket > 0) faults.set(ownName, NESTED);
    else if (values.has(name)) faults.set(name, REPEATED);
    values.set(ownName, value);
  }
  return { values, faults };
}

function decoded(text: string): string {
  if (!text.includes('%') && !text.includes('+')) return text;
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    throw new MalformedRequest(`"${text.slice(0, 40)}" is not valid percent-encoded UTF-8.`);
  }
}
