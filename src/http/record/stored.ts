/** The outcome of a request to store a record. */
export class Stored<Row> {
  private constructor(
    readonly record: Row,
    readonly status: 200 | 201 | 202,
    readonly ageSeconds: number | null = null,
  ) {}

  static created<Row>(record: Row): Stored<Row> {
    return new Stored(record, 201);
  }

  /** The record is stored, but not complete yet. */
  static accepted<Row>(record: Row): Stored<Row> {
    return new Stored(record, 202);
  }

  /** A record that was there already serves the request. */
  static existing<Row>(record: Row, ageSeconds: number | null): Stored<Row> {
    return new Stored(record, 200, ageSeconds);
  }
}
