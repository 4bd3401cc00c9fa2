/** The query of a route that takes none: whatever is sent gets a warning. */
// eslint-disable-next-line @typescript-eslint/no-extraneous-class -- its lack of parameters is its meaning
export class NoParameters {}
