/** The preferences that this service knows. */
export interface Preferences {
  readonly isStrict: boolean;
  /** `respond-async`: do not wait. */
  readonly isAsync: boolean;
  /** Maximum seconds to wait; null if not sent. */
  readonly waitSeconds: number | null;
}

/** An element of a list; commas in quotes do not end it. It can't fail after a quote, so its cost is linear. */
const ELEMENT = /(?:[^",]|"(?:[^"\\]|\\.?)*"?)+/gs;

/** Name, and value with or without quotes; parameters may follow. */
const PREFERENCE = /^\s*([\w-]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s;"]*)))?/;

/** Reads Prefer headers. The first value of a preference counts; unknown preferences are ignored.
 *  @see https://www.rfc-editor.org/rfc/rfc7240#section-2 */
export function preferencesIn(prefer: string | readonly string[] | undefined): Preferences {
  const values = new Map<string, string>();
  for (const [element] of [prefer ?? []].flat().join(',').matchAll(ELEMENT)) {
    const [, name = '', quoted, plain] = PREFERENCE.exec(element) ?? [];
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), quoted ?? plain ?? '');
  }
  const wait = values.get('wait') ?? '';
  return {
    isStrict: values.get('handling')?.toLowerCase() === 'strict',
    isAsync: values.has('respond-async'),
    waitSeconds: /^\d{1,9}$/.test(wait) ? Number(wait) : null,
  };
}
