/** What the main process asks a {@link file://./page-audit-worker.ts} for. */
export interface PageTask {
  readonly url: string;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  readonly formFactor: 'mobile' | 'desktop';
}

export interface PageScores {
  /** 0 to 100, by category; null: Lighthouse gave none. */
  readonly scores: Readonly<Record<string, number | null>>;
  /** Audits that did not pass, each with the first element or text that it names. */
  readonly faults: readonly string[];
}
