/** Caches a function of an object, for the lifetime of the object. */
export function once<K extends WeakKey, T>(compute: (of: K) => T): (of: K) => T {
  const known = new WeakMap<K, { readonly value: T }>();
  return (of) => {
    const found = known.get(of) ?? { value: compute(of) };
    known.set(of, found);
    return found.value;
  };
}
