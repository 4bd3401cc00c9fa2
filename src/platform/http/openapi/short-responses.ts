import { type OpenAPIObject } from '@nestjs/swagger';
import { type Operation, withOperations } from './with-operations.js';

/** The document for Swagger UI: without the headers of responses and the examples of errors, which are the same
 *  everywhere, and half of the document. */
export function withShortResponses(document: OpenAPIObject): OpenAPIObject {
  return withOperations(document, (operation) => ({
    ...operation,
    responses: Object.fromEntries(
      Object.entries(operation.responses).map(([status, response]) => [status, shortened(status, response)]),
    ),
  }));
}

type Response = Operation['responses'][string];

function shortened(status: string, response: Response): Response {
  if (!response || !('description' in response)) return response;
  const { content, description } = response;
  return status.startsWith('2') && content ? { description, content } : { description };
}
