/** What XML lets stand before a root element. */
const PROLOG = /\s+|<\?[^]*?\?>|<!--[^]*?-->|<!doctype\s+svg\b(?:[^[\]>]|\[[^\]]*\])*>/iy;
const SVG_ROOT = /^<(?:\w+:)?svg[\s>/]/i;

/** Whether the first bytes are an image, as browsers sniff it; SVG by its root element.
 *  @see https://mimesniff.spec.whatwg.org/#image-type-pattern-matching-algorithm */
export function isImage(bytes: Uint8Array): boolean {
  const body = bufferOf(bytes);
  const start = body.subarray(0, 12).toString('latin1');
  const isRaster =
    /^(\x89PNG\r\n|GIF8|\xff\xd8\xff|BM|\x00\x00[\x01\x02]\x00|RIFF....WEBP|....ftypavi)/s.test(start);
  return isRaster || isSvg(body.subarray(0, 4096).toString());
}

function isSvg(text: string): boolean {
  let at = text.startsWith('\ufeff') ? 1 : 0;
  for (; (PROLOG.lastIndex = at), PROLOG.test(text); at = PROLOG.lastIndex);
  return SVG_ROOT.test(text.slice(at));
}

/** Whether the first bytes are an HTML document.
 *  @see https://mimesniff.spec.whatwg.org/#rules-for-identifying-an-unknown-mime-type */
export function isMarkup(bytes: Uint8Array): boolean {
  const start = bufferOf(bytes).subarray(0, 512).toString('latin1');
  return /^(\xef\xbb\xbf)?\s*<(!doctype html|html|head|body|title|meta|script|style|div|h1|p|br|b|a|table|font|iframe)[\s>]/i.test(
    start,
  );
}

function bufferOf({ buffer, byteOffset, length }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, length);
}
