import { type OpenAPIObject } from '@nestjs/swagger';

type PathItem = OpenAPIObject['paths'][string];
type Operation = NonNullable<PathItem['post']>;

const FORM = 'application/x-www-form-urlencoded';

/** The document for Swagger UI, which shows the first type of a body: people fill in fields, generated clients send JSON. */
export function withFormsFirst(document: OpenAPIObject): OpenAPIObject {
  const paths = Object.entries(document.paths).map(([path, item]) => [
    path,
    Object.fromEntries(
      Object.entries(item as Record<string, Operation>).map(([method, operation]) => [
        method,
        reordered(operation),
      ]),
    ),
  ]);
  return { ...document, paths: Object.fromEntries(paths) as OpenAPIObject['paths'] };
}

function reordered(operation: Operation): Operation {
  const body = operation.requestBody;
  if (!body || !('content' in body) || !body.content[FORM]) return operation;
  const { [FORM]: form, ...others } = body.content;
  return { ...operation, requestBody: { ...body, content: { [FORM]: form, ...others } } };
}
