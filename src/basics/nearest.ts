import { distance } from 'fastest-levenshtein';

/** The name that was probably meant by a misspelled one; null if none is similar.
 *  @param share of a name's characters that may be wrong */
export function nearest(misspelled: string, names: Iterable<string>, share: number): string | null {
  const text = plain(misspelled);
  let best: { name: string; edits: number } | null = null;
  for (const name of names) {
    const edits = distance(text, plain(name));
    const isSimilar = edits <= Math.min(3, Math.floor(plain(name).length * share));
    if (isSimilar && (best === null || edits < best.edits)) best = { name, edits };
  }
  return best?.name ?? null;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[_-]/g, '');
}
