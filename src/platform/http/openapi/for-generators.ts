import { type OpenAPIObject } from '@nestjs/swagger';
import { type Operation, withOperations } from './with-operations.js';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;
type Schema = Extract<Schemas[string], { type?: unknown }>;
type Body = Extract<Operation['requestBody'], { content: object }>;

/** Says in another way what some generators of clients misread: a field with a `default` as one that must be sent, a body of
 *  which nothing is required as one that must, and an empty list of servers as one. */
export function forGenerators(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas ?? {};
  const named = Object.entries(schemas).map(([name, schema]) => [name, plainFields(schema as Schema)]);
  const optional = withOperations(document, (operation, { method }) =>
    method === 'post' ? withOptionalBody(operation, schemas) : operation,
  );
  return {
    ...optional,
    servers: undefined,
    components: { ...document.components, schemas: Object.fromEntries(named) as Schemas },
  };
}

function plainFields(schema: Schema): Schema {
  if (!schema.properties) return schema;
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    if ('$ref' in property) return [name, property];
    const [only] = property.allOf ?? [];
    if (only && Object.keys(property).length === 1) return [name, only];
    if (property.default === undefined) return [name, property];
    const others = { ...property };
    delete others.default;
    const description = `${property.description ?? ''} Default: ${String(property.default)}.`.trimStart();
    return [name, { ...others, description }];
  });
  return { ...schema, properties: Object.fromEntries(properties) as Schema['properties'] };
}

function withOptionalBody(operation: Operation, schemas: Schemas): Operation {
  const body = operation.requestBody as Body | undefined;
  if (!body) return operation;
  const needed = Object.values(body.content).some(({ schema }) => requiredOf(schema, schemas).length > 0);
  return { ...operation, requestBody: { ...body, required: needed } };
}

function requiredOf(schema: Schemas[string] | undefined, schemas: Schemas): readonly string[] {
  if (!schema) return [];
  if (!('$ref' in schema)) return schema.required ?? [];
  const name = schema.$ref.split('/').at(-1) ?? '';
  return requiredOf(schemas[name], schemas);
}
