export interface GradedPage {
  readonly name: string;
  readonly url: string;
  /** Sent with every request of the page. */
  readonly headers?: Readonly<Record<string, string>>;
}
