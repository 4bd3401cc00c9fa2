/** A record with the same names and other values. */
export function mapped<T, R>(
  record: Readonly<Record<string, T>>,
  map: (value: T, name: string) => R,
): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, map(value, name)]));
}
