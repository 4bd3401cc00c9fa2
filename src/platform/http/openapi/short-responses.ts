import { type OpenAPIObject } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';
import { type Response, withOperations } from './with-operations.js';

/** The document for Swagger UI: without the headers of responses and the examples of errors, which are the same
 *  everywhere, and half of the document. */
export function withShortResponses(document: OpenAPIObject): OpenAPIObject {
  return withOperations(document, (operation) => ({
    ...operation,
    responses: mapped(operation.responses as Record<string, Response>, shortened),
  }));
}

function shortened({ content, description }: Response, status: string): Response {
  return status.startsWith('2') && content ? { description, content } : { description };
}
