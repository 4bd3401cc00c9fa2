/** What the main process asks a {@link file://./page-audit-worker.ts} for. */
export interface PageTask {
  readonly url: string;
  /** Sent with every request of the page. */
  readonly headers: Readonly<Record<string, string>>;
  /** Of the window, in CSS pixels. */
  readonly width: number;
  readonly formFactor: 'mobile' | 'desktop';
}

export interface PageScores {
  /** 0 to 100, by category; null: Lighthouse gave none. */
  readonly scores: Readonly<Record<string, number | null>>;
  /** Audits that did not pass, each with the first element or text that it names; and a redirect, if there was one. */
  readonly faults: readonly string[];
}
