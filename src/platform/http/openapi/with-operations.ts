import { type OpenAPIObject } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;
export type Response = Extract<Operation['responses'][string], { description: string }>;

/** A document with each of its operations changed. */
export function withOperations(
  document: OpenAPIObject,
  change: (operation: Operation, at: { readonly method: string; readonly path: string }) => Operation,
): OpenAPIObject {
  const paths = mapped(document.paths, (item, path) =>
    mapped(item as Record<string, Operation>, (operation, method) => change(operation, { method, path })),
  );
  return { ...document, paths };
}
