/** A list in parts of one length; the last one may be shorter. */
export function slicesOf<T>(list: readonly T[], length: number): T[][] {
  const count = Math.ceil(list.length / length);
  return Array.from({ length: count }, (_, at) => list.slice(at * length, (at + 1) * length));
}
