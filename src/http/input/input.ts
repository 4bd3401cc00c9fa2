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

/** The query as the client sent it.
 *  @throws Error on a route without the input interceptor */
export function queryOf({ query }: { readonly query: object }): Input {
  if (query instanceof Input) return query;
  throw new Error('The query has not been read: apply InputInterceptor to this route.');
}

/** `name[...]`: Node.js's parser takes it as a plain name. */
const NESTED = /^([^[]+)\[/;

/** Reads a query string or a form.
 *  @throws MalformedRequest for broken percent-encoding, which Node.js's parser repairs silently */
export function parseForm(text: string): Fields {
  orMalformed('The query or form is not valid percent-encoded UTF-8.', () => decodeURIComponent(text));
  const entries = Object.entries(parse(text, '&', '=', { maxKeys: 0 }));
  const plain = entries.filter(([name]) => !NESTED.test(name));
  return withLists(
    plain,
    entries.flatMap(([name]) => NESTED.exec(name)?.[1] ?? []),
  );
}

/** Reads a JSON object.
 *  @throws MalformedRequest if the text is not JSON, ValidationFailed if it is not an object */
export function parseJson(text: string): Fields {
  const body = orMalformed('The body is not valid JSON.', (): unknown => JSON.parse(text));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ValidationFailed({ body: ['body must be a JSON object.'] });
  }
  return withLists(Object.entries(body), repeatedNames(text));
}

/** What a parser returns.
 *  @throws MalformedRequest if it fails */
export function orMalformed<T>(detail: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new MalformedRequest(detail);
  }
}

/** @param lists names whose values are not single */
function withLists(entries: readonly [string, unknown][], lists: readonly string[]): Fields {
  return Object.fromEntries<unknown>([...entries, ...lists.map((name) => [name, []] as const)]);
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
