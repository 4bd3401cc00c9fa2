/** What Lighthouse says of a case. */
export interface LighthouseResult {
  /** Of the category SEO, 0 to 100. */
  readonly score: number | null;
  /** 1: passed, 0: failed, null: not applicable; without audits that Lighthouse could not carry out. */
  readonly audits: Readonly<Record<string, number | null>>;
  /** What the audits without a verdict of their own list, one line an item. */
  readonly findings: Readonly<Record<string, readonly string[]>>;
  /** What failed audits point at, by audit; of the corpus `whole` only. */
  readonly failures?: Readonly<Record<string, readonly string[]>>;
  /** Scores of categories, 0 to 100, by id; of runs of several categories only. */
  readonly categories?: Readonly<Record<string, number | null>>;
  /** Values of the metrics of the category performance, by audit; of runs of that category only. */
  readonly metrics?: Readonly<Record<string, number | null>>;
  readonly runtimeError?: string;
}
