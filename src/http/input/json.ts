import { MalformedRequest, ValidationFailed } from '../http-errors.js';
import { NESTED, type RawParameters, REPEATED } from './parameters.js';

/** Reads a JSON object of scalars.
 *  @throws MalformedRequest where it is no JSON, ValidationFailed where it is no object */
export function parseJson(text: string): RawParameters {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ValidationFailed({ body: ['body must be a JSON object.'] });
  }
  const values = new Map<string, unknown>(Object.entries(body));
  const faults = new Map<string, string>();
  for (const [name, value] of values) {
    if (typeof value === 'object' && value !== null) faults.set(name, NESTED);
  }
  for (const name of repeatedNames(text)) faults.set(name, REPEATED);
  return { values, faults };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequest('The body is not valid JSON.');
  }
}

/** Names that a valid JSON object holds more than once; JSON.parse keeps the last one in silence. */
function repeatedNames(text: string): Set<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  let depth = 0;
  for (const [token, isName] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (isName !== undefined && depth === 1) {
      const name = JSON.parse(token.slice(0, -isName.length)) as string;
      (seen.has(name) ? repeated : seen).add(name);
    }
  }
  return repeated;
}
