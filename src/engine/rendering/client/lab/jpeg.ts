/** The size of a JPEG picture in pixels; null: it has none.
 *  @see https://www.w3.org/Graphics/JPEG/itu-t81.pdf section B.2.2 */
export function jpegSize(bytes: Buffer): { readonly width: number; readonly height: number } | null {
  if (bytes.length < 2 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker < 0xffc0 || marker === 0xffff) return null;
    // A frame of any coding; the markers between them are tables.
    if (marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker))
      return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  return null;
}
