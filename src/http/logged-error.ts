/** Fields of errors that say what failed and hold no values of a request, as `parameters` and `detail` of a failed
 *  statement do. */
const SHOWN = ['type', 'message', 'stack', 'code', 'query', 'table', 'constraint'] as const;

/** An error as it may stand in logs.
 *  @param fields what pino's own serializer made of the error */
export function loggedError(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(SHOWN.filter((name) => name in fields).map((name) => [name, fields[name]]));
}
