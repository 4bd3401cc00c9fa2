/** The query or body of a route that takes no fields: any that are sent are reported as unknown. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- it has no fields on purpose
export class NoParameters {}
