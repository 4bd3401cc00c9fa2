export const MAX_PDF_BYTES = 20e6;
/** The information dictionary stands at the beginning, with a title of a few hundred characters. */
const HEAD_BYTES = 4096;

/** Checks what a client calls a PDF.
 *  @throws Error if it is none, or larger than 20 MB */
export function checkedPdf(bytes: unknown): Buffer {
  if (!(bytes instanceof Uint8Array)) throw new Error('there is no PDF');
  if (bytes.byteLength > MAX_PDF_BYTES) throw new Error('the PDF is too large');
  const pdf = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (!pdf.subarray(0, 5).equals(Buffer.from('%PDF-'))) throw new Error('this is no PDF');
  return pdf;
}

/** Sets the dates of a PDF by Chromium, which come first and have a fixed length, so that the same document printed
 *  twice gives the same bytes.
 *  @see https://pdfa.org/resource/iso-32000-2/ section 7.9.4 */
export function withDates(pdf: Buffer, date: Date): Buffer {
  const head = pdf.subarray(0, HEAD_BYTES).toString('latin1');
  const digits = date.toISOString().replaceAll(/\D/g, '').slice(0, 14);
  const dated = head.replaceAll(/(\/(?:CreationDate|ModDate) \(D:)\d{14}/g, `$1${digits}`);
  return Buffer.concat([Buffer.from(dated, 'latin1'), pdf.subarray(HEAD_BYTES)]);
}

/** Number of pages of a PDF by Chromium, whose objects are not compressed. */
export function pagesOf(pdf: Uint8Array): number {
  const text = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength).toString('latin1');
  return text.match(/<<\/Type \/Page$/gm)?.length ?? 0;
}
