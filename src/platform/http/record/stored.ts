/** The outcome of a request to store a record: it was created; or accepted, but is not complete yet; or an existing one
 *  serves the request. */
export class Stored<Row> {
  constructor(
    readonly record: Row,
    readonly outcome: 'created' | 'accepted' | 'existing',
    readonly ageSeconds?: number,
  ) {}
}

/** How long ago a record was created. The clock of the database may be ahead. */
export function ageSeconds({ createdAt }: { readonly createdAt: Date }): number {
  return Math.max(0, Math.floor((Date.now() - createdAt.getTime()) / 1000));
}
