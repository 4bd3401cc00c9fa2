import { type OpenAPIObject } from '@nestjs/swagger';

interface Response {
  readonly headers?: Readonly<Record<string, object>>;
}

interface Operation {
  readonly responses: Readonly<Record<string, Response>>;
}

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
  const paths = mapped<object, object>(document.paths, (operations) =>
    mapped(operations as Record<string, Operation>, (operation) => ({
      ...operation,
      responses: mapped(operation.responses, (response) => ({
        ...response,
        ...(response.headers && {
          headers: mapped(response.headers, (header, name) => referenceTo(name, header)),
        }),
      })),
    })),
  );
  const headers = Object.fromEntries(components);
  return {
    ...document,
    paths: paths,
    components: { ...document.components, headers: headers },
  };
}

function mapped<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
