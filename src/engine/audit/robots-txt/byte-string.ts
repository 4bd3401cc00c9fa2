/** Converts text or bytes to a byte string: one character (U+0000 to U+00FF) per byte of the UTF-8 encoding. */
export function byteString(text: string | Uint8Array): string {
  if (typeof text !== 'string') return Buffer.from(text).toString('latin1');
  return isAscii(text) ? text : Buffer.from(text, 'utf8').toString('latin1');
}

/** Decodes a byte string of UTF-8 to text. */
export function textOf(bytes: string): string {
  return isAscii(bytes) ? bytes : Buffer.from(bytes, 'latin1').toString('utf8');
}

function isAscii(text: string): boolean {
  return !/[^\u0000-\u007f]/.test(text);
}
