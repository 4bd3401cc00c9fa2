/** Thrown to say that an answer may have been a bad moment of the site, and is not shared. */
export class BadMoment extends Error {
  constructor() {
    super('The site may have had a bad moment');
  }
}

/** Responses that several visits use, like those of one crawl. Values are JSON of at most 1 MB. */
export interface SharedAnswers {
  /** The stored answer of a key, or else that of `ask`, which is then stored. Concurrent calls ask once.
   *  @param ask is given whether a call in this process threw {@link BadMoment} some time ago
   *  @throws what `ask` throws. Then nothing is stored, and calls that wait for it ask themselves. */
  once<T>(key: string, ask: (isRepeated: boolean) => Promise<T>): Promise<T>;
  /** Stores an answer that needed no request of its own. */
  put(key: string, answer: unknown): Promise<void>;
}

/** What one visit shares with others. */
export interface SharedVisit {
  readonly answers: SharedAnswers;
  /** Pages with the same shape share what is tried for one of them. */
  readonly shape: string;
}
