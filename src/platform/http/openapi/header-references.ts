import { type OpenAPIObject } from '@nestjs/swagger';
import { mapped } from '../../../basics/mapped.js';
import { type Response, withOperations } from './with-operations.js';

/** Moves the headers of responses to the components of the document: most are those of every response. */
export function withHeaderReferences(document: OpenAPIObject): OpenAPIObject {
  const components = new Map<string, object>();
  const names = new Map<string, string>();
  const referenceTo = (name: string, header: object) => {
    const identity = `${name} ${JSON.stringify(header)}`;
    const versions = [...names.keys()].filter((known) => known.startsWith(`${name} `)).length;
    const component = names.get(identity) ?? (versions === 0 ? name : `${name}-${String(versions + 1)}`);
    names.set(identity, component);
    components.set(component, header);
    return { $ref: `#/components/headers/${component}` };
  };
  const { paths } = withOperations(document, (operation) => ({
    ...operation,
    responses: mapped(operation.responses as Record<string, Response>, ({ headers, ...response }) => ({
      ...response,
      ...(headers && { headers: mapped(headers, (header, name) => referenceTo(name, header)) }),
    })),
  }));
  const headers = Object.fromEntries(components);
  return { ...document, paths, components: { ...document.components, headers } };
}
