import { parse } from 'node:querystring';
import { MalformedRequest, ValidationFailed } from '../http-errors.js';
import { type Warnings } from './warnings.js';

/** Names and values as sent, before any rule. A value that is not single (repeated, nested) is a list or an object. */
export type Fields = Readonly<Record<string, unknown>>;

/** A query or a body: handlers receive the DTO that the validation pipe makes of it. */
export class Input {
  constructor(
    readonly fields: Fields,
    readonly warnings: Warnings,
  ) {}
}

/** `name[...]`: Node.js's parser takes it as a plain name. */
const NESTED = /^([^[]+)\[/;

/** Reads a query string or a form.
 *  @throws MalformedRequest for broken percent-encoding, which Node.js's parser repairs silently */
export function parseForm(text: string): Fields {
  try {
    decodeURIComponent(text);
  } catch {
    throw new MalformedRequest('The query or form is not valid percent-encoded UTF-8.');
  }
  const entries = Object.entries(parse(text, '&', '=', { maxKeys: 0 }));
  const nested = entries.flatMap(([name]) => NESTED.exec(name)?.[1] ?? []);
  return Object.fromEntries<unknown>([
    ...entries.filter(([name]) => !NESTED.test(name)),
    ...nested.map((name) => [name, []] as const),
  ]);
}

/** Reads a JSON object.
 *  @throws MalformedRequest if the text is not JSON, ValidationFailed if it is not an object */
export function parseJson(text: string): Fields {
  const body = parsed(text);
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ValidationFailed({ body: ['body must be a JSON object.'] });
  }
  return Object.fromEntries([
    ...Object.entries(body),
    ...repeatedNames(text).map((name) => [name, []] as const),
  ]);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequest('The body is not valid JSON.');
  }
}

/** Names that occur more than once in a valid JSON object. `JSON.parse` keeps the last one and reports nothing. */
function repeatedNames(text: string): string[] {
  const names: string[] = [];
  let depth = 0;
  for (const [token, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?|[{}[\]]/g)) {
    if (token === '{' || token === '[') depth++;
    else if (token === '}' || token === ']') depth--;
    else if (colon !== undefined && depth === 1)
      names.push(JSON.parse(token.slice(0, -colon.length)) as string);
  }
  const seen = new Set<string>();
  return names.filter((name) => seen.size === seen.add(name).size);
}
