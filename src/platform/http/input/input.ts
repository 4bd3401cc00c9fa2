import { parse } from 'node:querystring';
import { type Config } from '../../config/config.js';
import { MalformedRequest, ValidationFailed } from '../../errors/http-errors.js';
import { jsonShape } from './json-shape.js';
import { type Warnings } from './warnings.js';

/** Names and values as sent, before any rule. A value that was sent more than once is a list. */
export type Fields = Readonly<Record<string, unknown>>;

/** A query or a body: handlers receive the DTO that the validation pipe makes of it. */
export class Input {
  /** @param config for the rules that depend on it; null: those are left to the service */
  constructor(
    readonly fields: Fields,
    readonly warnings: Warnings,
    readonly config: Config | null,
  ) {}
}

/** The query as the client sent it.
 *  @throws Error on a route without the input interceptor */
export function queryOf({ query }: { readonly query: object }): Input {
  if (query instanceof Input) return query;
  throw new Error('The query has not been read: apply InputInterceptor to this route.');
}

/** The body as the client sent it.
 *  @throws Error on a route without the input interceptor, or without a body */
export function bodyOf({ body }: { readonly body?: unknown }): Input {
  if (body instanceof Input) return body;
  throw new Error('The body has not been read: apply InputInterceptor to this route.');
}

/** `name[...]`: Node.js's parser takes it as a plain name. */
const NESTED = /^([^[]+)\[(\]$)?/;
/** Stands for what is neither a value nor a list of values. */
export const NESTED_VALUE: readonly unknown[] = [[]];

/** Reads a query string or a form.
 *  @throws MalformedRequest for broken percent-encoding, which Node.js's parser repairs silently */
export function parseForm(text: string): Fields {
  orMalformed('The query or form is not valid percent-encoded UTF-8.', () => decodeURIComponent(text));
  const fields = new Map<string, unknown>();
  for (const [name, value] of Object.entries(parse(text, '&', '=', { maxKeys: 0 }))) {
    const [, outer = name, isList] = NESTED.exec(name) ?? [];
    const isNested = outer !== name && isList === undefined;
    const read = isNested ? NESTED_VALUE : outer === name ? value : [value].flat();
    fields.set(outer, fields.has(outer) ? together(fields.get(outer), read) : read);
  }
  return Object.fromEntries(fields);
}

/** The values of a field that is sent as `name` and as `name[]`. */
function together(one: unknown, other: unknown): unknown {
  return one === NESTED_VALUE || other === NESTED_VALUE ? NESTED_VALUE : [one, other].flat();
}

/** Reads a JSON object.
 *  @throws MalformedRequest if the text is not JSON, ValidationFailed if it is not an object, or too deep or wide */
export function parseJson(text: string): Fields {
  const { repeated, fault } = jsonShape(text);
  if (fault) throw new ValidationFailed({ [fault.field]: [fault.message] });
  const body = orMalformed('The body is not valid JSON.', (): unknown => JSON.parse(text));
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ValidationFailed({ body: ['body must be a JSON object.'] });
  }
  const entries = repeated.map((name) => [name, NESTED_VALUE] as const);
  return Object.fromEntries<unknown>([...Object.entries(body), ...entries]);
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
