import { type OpenAPIObject } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly example?: unknown;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
}

interface Media {
  readonly schema?: Schema;
  readonly example?: unknown;
  readonly examples?: unknown;
}

/** Gives every request and response without an example one that consists of the examples of its fields. */
export function withExamples(document: OpenAPIObject): OpenAPIObject {
  const schemas = document.components?.schemas as Readonly<Record<string, Schema>>;
  const complete = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(complete);
    if (typeof part !== 'object' || part === null) return part;
    return mapped(part as Record<string, unknown>, (value, name) =>
      name === 'content' ? withExample(value as Readonly<Record<string, Media>>, schemas) : complete(value),
    );
  };
  const { components, ...parts } = document;
  return { ...(complete(parts) as Omit<OpenAPIObject, 'components'>), components };
}

function withExample(
  content: Readonly<Record<string, Media>>,
  schemas: Readonly<Record<string, Schema>>,
): Record<string, Media> {
  return mapped(content, (media) => {
    const isComplete = 'example' in media || 'examples' in media || !media.schema;
    return isComplete ? media : { ...media, example: exampleOf(media.schema, schemas) };
  });
}

/** Fields that are absent from some responses are left out. */
function exampleOf(schema: Schema, schemas: Readonly<Record<string, Schema>>): unknown {
  if ('example' in schema) return schema.example;
  const referred = schema.$ref === undefined ? undefined : schemas[schema.$ref.replace(/^.*\//, '')];
  if (referred) return exampleOf(referred, schemas);
  if (schema.allOf)
    return Object.assign({}, ...schema.allOf.map((part) => exampleOf(part, schemas))) as object;
  const [choice] = schema.oneOf ?? schema.anyOf ?? [];
  if (choice) return exampleOf(choice, schemas);
  if (schema.enum) return schema.enum[0];
  if (schema.items) return [exampleOf(schema.items, schemas)];
  const { properties, required = [] } = schema;
  if (!properties) return null;
  return Object.fromEntries(
    required.flatMap((name) => (properties[name] ? [[name, exampleOf(properties[name], schemas)]] : [])),
  );
}
