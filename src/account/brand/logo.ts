import { hash } from 'node:crypto';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type BrandChange } from './brands.repository.js';
import { cleanPng } from './clean-png.js';
import { PngFault } from './png-chunks.js';

const PREFIX = 'data:image/png;base64,';
const MAX_BYTES = 200_000;
const MAX_PIXELS = { width: 1200, height: 400 };
/** Of the whole `data:` URL. */
export const MAX_LOGO_LENGTH = PREFIX.length + Math.ceil(MAX_BYTES / 3) * 4;

/** The columns of a logo.
 *  @param url `data:image/png;base64,…`, of which nothing is kept but the pixels; null: no logo
 *  @throws ValidationFailed */
export async function logoColumns(url: string | null): Promise<BrandChange> {
  if (url === null) return { logo: null, logoHash: null, logoBytes: null, logoWidth: null, logoHeight: null };
  const { bytes, width, height } = await cleanPng(bytesOf(url), MAX_PIXELS).catch(refuse);
  if (bytes.length > MAX_BYTES) throw tooLarge(bytes.length);
  return {
    logo: bytes,
    logoHash: hash('sha256', bytes, 'hex'),
    logoBytes: bytes.length,
    logoWidth: width,
    logoHeight: height,
  };
}

function bytesOf(url: string): Buffer {
  if (!url.startsWith(PREFIX)) throw refused(`must begin with ${PREFIX} and be a PNG image.`);
  const base64 = url.slice(PREFIX.length);
  const bytes = Buffer.from(base64, 'base64');
  if (bytes.toString('base64') !== base64)
    throw refused('is not valid base64. Encode the file with padding and without line breaks.');
  if (bytes.length > MAX_BYTES) throw tooLarge(bytes.length);
  return bytes;
}

function refuse(error: unknown): never {
  throw error instanceof PngFault ? refused(error.message) : error;
}

function tooLarge(bytes: number): ValidationFailed {
  return refused(
    `must be at most ${String(MAX_BYTES)} bytes, not ${String(bytes)}. Use fewer colors or pixels.`,
  );
}

function refused(rule: string): ValidationFailed {
  return new ValidationFailed({ 'brand.logo': [`brand.logo ${rule}`] });
}
