import { DocumentMap } from './document-map.js';

/** Caches a function of an object, until the next document. */
export function once<K extends WeakKey, T>(compute: (of: K) => T): (of: K) => T {
  const known = new DocumentMap<K, { readonly value: T }>();
  return (of) => {
    const found = known.get(of);
    if (found) return found.value;
    const value = compute(of);
    known.set(of, { value });
    return value;
  };
}
