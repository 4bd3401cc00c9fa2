export interface ContentType {
  /** Media type without parameters, in lower case. */
  readonly essence: string;
  /** As it was sent; undefined: none. */
  readonly charset: string | undefined;
}

const ESSENCE = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+$/;

/** Content type of a response: the last valid one of its Content-Type headers, each of which may be a list. A charset
 *  holds for later mentions of the same type.
 *  @returns null if none is valid, as if there were no header
 *  @see https://fetch.spec.whatwg.org/#concept-header-extract-mime-type */
export function contentTypeOf({
  headers,
}: {
  readonly headers: readonly (readonly [name: string, value: string])[];
}): ContentType | null {
  const types = headers
    .filter(([name]) => name === 'content-type')
    .flatMap(([, value]) => contentTypesIn(value))
    .flatMap(validType);
  const last = types.at(-1);
  if (!last) return null;
  const same = types.slice(types.findLastIndex(({ essence }) => essence !== last.essence) + 1);
  return { ...last, charset: same.findLast(({ charset }) => charset !== undefined)?.charset };
}

function validType(value: string): ContentType[] {
  const essence = (value.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (!ESSENCE.test(essence) || essence === '*/*') return [];
  return [{ essence, charset: /;\s*charset="?\s*([^\s";]+)/i.exec(value)?.[1] }];
}

/** Splits a Content-Type header at commas outside quotes. */
export function contentTypesIn(header: string): string[] {
  return header.match(/(?:[^,"]|"(?:[^"\\]|\\.)*"?)+/gs)?.map((value) => value.trim()) ?? [];
}
