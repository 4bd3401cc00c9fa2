/** A style sheet that was asked for. */
export interface LoadedSheet {
  /** After redirects. */
  readonly url: string;
  /** Its media type in lower case; null where the server names none. */
  readonly type: string | null;
  /** Empty where browsers get none either, as for a 404; null where it could not be loaded here, though browsers might. */
  readonly text: string | null;
}

/** By the address that the document names. */
export type LoadedSheets = ReadonlyMap<string, LoadedSheet>;
