/** One image of a `srcset`, with one descriptor at most. */
export interface ImageCandidate {
  /** Not resolved. */
  readonly address: string;
  /** In pixels; null: not declared. */
  readonly width: number | null;
  /** Image pixels per CSS pixel; null: not declared. */
  readonly density: number | null;
}

const ADDRESS = /[\t\n\f\r ,]*([^\t\n\f\r ,][^\t\n\f\r ]*)/y;
const DESCRIPTORS = /[^,]*/y;
const DESCRIPTOR = /^(?:([\d.]+)([wx])(?:\s+\d+h)?)?$/;

/** Images of a `srcset` with valid descriptors, in order.
 *  @see https://html.spec.whatwg.org/multipage/images.html#parsing-a-srcset-attribute */
export function candidatesIn(srcset: string): ImageCandidate[] {
  const candidates: ImageCandidate[] = [];
  for (let index = 0; index < srcset.length;) {
    ADDRESS.lastIndex = index;
    const address = ADDRESS.exec(srcset)?.[1];
    if (address === undefined) break;
    index = ADDRESS.lastIndex;
    if (address.endsWith(',')) {
      candidates.push({ address: withoutLastCommas(address), width: null, density: null });
      continue;
    }
    DESCRIPTORS.lastIndex = index;
    const descriptors = DESCRIPTORS.exec(srcset)?.[0] ?? '';
    index += descriptors.length;
    const candidate = candidateOf(address, descriptors.trim());
    if (candidate) candidates.push(candidate);
  }
  return candidates;
}

/** Whether a `srcset` takes the place of `src`, which is a candidate of density 1 otherwise.
 *  @see https://html.spec.whatwg.org/multipage/images.html#update-the-source-set */
export function isSourceReplaced(candidates: readonly ImageCandidate[]): boolean {
  return candidates.some(({ width, density }) => width !== null || (density ?? 1) === 1);
}

function withoutLastCommas(address: string): string {
  let end = address.length;
  while (address[end - 1] === ',') end -= 1;
  return address.slice(0, end);
}

function candidateOf(address: string, descriptors: string): ImageCandidate | null {
  const [found, number, unit] = DESCRIPTOR.exec(descriptors) ?? [];
  if (found === undefined) return null;
  if (number === undefined) return { address, width: null, density: null };
  const value = Number(number);
  if (unit === 'x') return Number.isNaN(value) ? null : { address, width: null, density: value };
  return value > 0 && Number.isInteger(value) ? { address, width: value, density: null } : null;
}
