import { type NestExpressApplication } from '@nestjs/platform-express';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { type IncomingHttpHeaders } from 'node:http';
import type request from 'supertest';
import { openApiDocument } from '../../src/platform/http/openapi/docs.js';

interface Media {
  schema: object;
}

interface Header {
  required?: boolean;
}

interface Operation {
  responses: Record<
    string,
    { content?: Record<string, Media>; headers?: Record<string, Header | { $ref: string }> }
  >;
}

/** An event as an endpoint received it. */
interface ReceivedEvent {
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
  /** The parsed body. */
  readonly event: { readonly type: string };
}

/** A request that the service sends. */
interface Request {
  readonly parameters: readonly { readonly $ref: string }[];
  readonly requestBody: { readonly content: Record<string, Media> };
}

interface Validators {
  /** Requests that the service sends, by the type of their event. */
  readonly events: Readonly<Record<string, { readonly post: Request } | undefined>>;
  readonly paths: [pattern: RegExp, operations: Record<string, Operation>][];
  /** The headers that operations refer to, by their reference. */
  readonly headers: ReadonlyMap<string, Header>;
  readonly ajv: Ajv2020;
  readonly compiled: Map<object, ValidateFunction>;
}

const byApp = new WeakMap<NestExpressApplication, Validators>();

/** Makes a request fail unless its answer is what the document says: status, media type, headers, body. */
export function holdAgainstDocument(app: NestExpressApplication, test: request.Test): request.Test {
  return test.expect((response) => {
    const { method, url } = response.request as typeof response.request & { method: string; url: string };
    const { pathname } = new URL(url);
    const fault = faultOf(validatorsOf(app), { method: method.toLowerCase(), pathname, response });
    if (fault !== null) throw new Error(`${method} ${pathname} ${String(response.status)}: ${fault}`);
  });
}

function validatorsOf(app: NestExpressApplication): Validators {
  let validators = byApp.get(app);
  if (!validators) {
    const document = openApiDocument(app);
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(document, 'openapi');
    const paths = Object.entries<object>(document.paths).map(
      ([path, operations]): [RegExp, Record<string, Operation>] => [
        new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
        operations as Record<string, Operation>,
      ],
    );
    const headers = new Map(
      Object.entries(document.components?.headers ?? {}).map(([name, header]) => [
        `#/components/headers/${name}`,
        header as Header,
      ]),
    );
    const events = document.webhooks as Validators['events'];
    validators = { events, paths, headers, ajv, compiled: new Map() };
    byApp.set(app, validators);
  }
  return validators;
}

function faultOf(
  { paths, headers, ajv, compiled }: Validators,
  { method, pathname, response }: { method: string; pathname: string; response: request.Response },
): string | null {
  const operation = paths.find(([pattern]) => pattern.test(pathname))?.[1][method];
  // Outside the API a browser is answered by pages, a badge by a picture.
  if (!pathname.startsWith('/api/') && /^(text\/html|image\/svg\+xml)$/.test(response.type)) return null;
  // What no operation answers (unknown paths, other methods, HEAD) still has to be a problem, or nothing.
  const documented = operation?.responses[String(response.status)];
  if (operation && !documented) return 'the status is not documented';
  const type = response.type;
  const text = response.text as string | undefined;
  if (!operation && (response.status < 400 || method === 'head')) return null;
  const schema =
    documented?.content?.[type]?.schema ?? (documented ? null : { $ref: '#/components/schemas/Problem' });
  if (!schema) return `the media type ${type} is not documented`;
  if (!documented && type !== 'application/problem+json') return `a refusal must be a problem, not ${type}`;
  for (const [name, header] of Object.entries(documented?.headers ?? {})) {
    const described = '$ref' in header ? headers.get(header.$ref) : header;
    if (!described) return `the header ${name} is not described`;
    if (described.required && response.headers[name.toLowerCase()] === undefined)
      return `the header ${name} is missing`;
  }
  const body: unknown = /[/+]json$/.test(type) ? JSON.parse(text ?? '') : (text ?? '');
  return bodyFault({ ajv, compiled }, schema, body);
}

function bodyFault(
  { ajv, compiled }: Pick<Validators, 'ajv' | 'compiled'>,
  schema: object,
  body: unknown,
): string | null {
  const validate = compiled.get(schema) ?? ajv.compile(absolute(schema));
  compiled.set(schema, validate);
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** @throws Error unless an event is what the document says: type, media type, headers, body */
export function holdEventAgainstDocument(app: NestExpressApplication, received: ReceivedEvent): void {
  const fault = eventFaultOf(validatorsOf(app), received);
  if (fault !== null) throw new Error(`The event ${received.body}: ${fault}`);
}

function eventFaultOf(validators: Validators, { event, headers }: ReceivedEvent): string | null {
  const request = validators.events[event.type]?.post;
  if (!request) return 'the type is not documented';
  const schema = request.requestBody.content[String(headers['content-type'])]?.schema;
  if (!schema) return `the media type ${String(headers['content-type'])} is not documented`;
  const names = request.parameters.map(({ $ref }) => $ref.replace('#/components/parameters/', ''));
  const missing = names.find((name) => headers[name] === undefined);
  return missing === undefined ? bodyFault(validators, schema, event) : `the header ${missing} is missing`;
}

/** References of a part of the document, as seen from outside of it. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;
}
