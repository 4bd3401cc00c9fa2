import { type NestExpressApplication } from '@nestjs/platform-express';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
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

interface Validators {
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
    validators = { paths, headers, ajv, compiled: new Map() };
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
  const validate = compiled.get(schema) ?? ajv.compile(absolute(schema));
  compiled.set(schema, validate);
  const body: unknown = /[/+]json$/.test(type) ? JSON.parse(text ?? '') : (text ?? '');
  return validate(body) ? null : ajv.errorsText(validate.errors);
}

/** References of a part of the document, as seen from outside of it. */
function absolute(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/components/', '"openapi#/components/')) as object;
}
