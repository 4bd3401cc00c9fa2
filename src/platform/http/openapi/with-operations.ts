import { type OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['get']>;

/** A document with each of its operations changed. */
export function withOperations(
  document: OpenAPIObject,
  change: (operation: Operation, at: { readonly method: string; readonly path: string }) => Operation,
): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
        method,
        change(operation, { method, path }),
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}
