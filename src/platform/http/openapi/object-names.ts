import { type OpenAPIObject } from '@nestjs/swagger';

/** Name of the schema of the names that records have in responses to their deletion. */
export const OBJECT_NAME = 'ObjectName';

const names = new Set<string>();

/** Adds the name of a kind of record that can be deleted. */
export function addObjectName(name: string): void {
  names.add(name);
}

/** Lists the names of all kinds of records that features have. */
export function withObjectNames(document: OpenAPIObject): OpenAPIObject {
  const { components } = document;
  const schema = { type: 'string' as const, enum: [...names].sort() };
  return {
    ...document,
    components: { ...components, schemas: { ...components?.schemas, [OBJECT_NAME]: schema } },
  };
}
