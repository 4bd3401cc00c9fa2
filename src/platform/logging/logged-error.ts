/** Fields of errors without values of a request, unlike `parameters` and `detail` of a failed statement. */
const SHOWN = ['type', 'message', 'stack', 'code', 'query', 'table', 'constraint'] as const;

/** The part of an error that may be logged.
 *  @param fields from pino's own serializer */
export function loggedError(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(SHOWN.filter((name) => name in fields).map((name) => [name, fields[name]]));
}
