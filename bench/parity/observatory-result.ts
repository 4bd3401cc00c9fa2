/** What the Observatory says of a case. */
export interface ObservatoryResult {
  readonly score: number | null;
  readonly grade: string | null;
  readonly tests: Readonly<Record<string, ObservatoryTest>>;
  /** Why there is no score. */
  readonly error?: string;
}

/** What one of the Observatory's tests says. */
export interface ObservatoryTest {
  readonly modifier: number;
  readonly result: string;
  readonly pass: boolean;
}
