/** What the Prefer headers ask for that this service knows. */
export interface Preferences {
  readonly isStrict: boolean;
  /** `respond-async`: not to wait at all. */
  readonly isAsync: boolean;
  /** Seconds to wait at most; null where nothing was said. */
  readonly waitSeconds: number | null;
}

/** Name, and value in quotes or without; parameters of a preference are passed over. */
const PREFERENCE =
  /([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,;"]*)))?(?:\s*;[^,"]*(?:"(?:[^"\\]|\\.)*"[^,"]*)*)?/g;

/** Reads Prefer headers. Of several values for one preference the first counts; unknown ones are ignored.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-2 */
export function preferencesIn(prefer: string | readonly string[] | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [, name = '', quoted, plain] of [prefer ?? []].flat().join(',').matchAll(PREFERENCE)) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  const wait = values.get('wait') ?? '';
  return {
    isStrict: values.get('handling')?.toLowerCase() === 'strict',
    isAsync: values.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}
