/** A requested style sheet. */
export interface LoadedSheet {
  /** URL after redirects. */
  readonly url: string;
  /** Media type in lower case; null: none. */
  readonly type: string | null;
  /** Empty if browsers can't load it either, as for a 404; null if only this request failed. */
  readonly text: string | null;
}

/** By the URL in the document. */
export type LoadedSheets = ReadonlyMap<string, LoadedSheet>;
