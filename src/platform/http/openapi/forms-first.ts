import { type OpenAPIObject } from '@nestjs/swagger';
import { type Operation, withOperations } from './with-operations.js';

const FORM = 'application/x-www-form-urlencoded';

/** The document for Swagger UI, which shows the first type of a body: people fill in fields, generated clients send JSON. */
export function withFormsFirst(document: OpenAPIObject): OpenAPIObject {
  return withOperations(document, reordered);
}

function reordered(operation: Operation): Operation {
  const body = operation.requestBody;
  if (!body || !('content' in body) || !body.content[FORM]) return operation;
  const { [FORM]: form, ...others } = body.content;
  return { ...operation, requestBody: { ...body, content: { [FORM]: form, ...others } } };
}
