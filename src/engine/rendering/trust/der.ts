/** The values that a constructed value of DER consists of, each with its tag and length.
 *  @see https://www.itu.int/rec/T-REC-X.690 */
export function derParts(der: Buffer): Buffer[] {
  const { from, to } = contentAt(der, 0);
  const parts: Buffer[] = [];
  for (let at = from; at < to;) {
    const end = contentAt(der, at).to;
    parts.push(der.subarray(at, end));
    at = end;
  }
  return parts;
}

function contentAt(der: Buffer, at: number): { from: number; to: number } {
  const first = der[at + 1] ?? 0;
  const lengthBytes = first & 0x80 ? first & 0x7f : 0;
  const length = lengthBytes > 0 ? der.readUIntBE(at + 2, lengthBytes) : first;
  const from = at + 2 + lengthBytes;
  return { from, to: from + length };
}
