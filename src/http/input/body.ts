import express, { type Request, type Response } from 'express';
import { BodyTooLarge, MalformedRequest, UnsupportedMediaType } from '../http-errors.js';
import { parseForm } from './form.js';
import { parseJson } from './json.js';
import { NO_PARAMETERS, type RawParameters } from './parameters.js';

const LIMIT_BYTES = 16 * 1024;
const READERS: Readonly<Record<string, (text: string) => RawParameters>> = {
  'application/x-www-form-urlencoded': parseForm,
  'application/json': parseJson,
};

const readRaw = express.raw({ type: () => true, limit: LIMIT_BYTES });

/** Reads and parses a request's body; an empty one holds no parameters.
 *  @throws BodyTooLarge, MalformedRequest, UnsupportedMediaType, ValidationFailed */
export async function readBody(request: Request, response: Response): Promise<RawParameters> {
  const announcedBytes = Number(request.headers['content-length'] ?? NaN);
  if (announcedBytes === 0) return NO_PARAMETERS;
  if (announcedBytes > LIMIT_BYTES) {
    response.setHeader('Connection', 'close');
    throw new BodyTooLarge(LIMIT_BYTES);
  }
  const bytes = await rawBody(request, response);
  if (bytes.length === 0) return NO_PARAMETERS;
  return readerOf(request.headers['content-type'])(decoded(bytes));
}

async function rawBody(request: Request, response: Response): Promise<Buffer> {
  const error = await new Promise<unknown>((resolve) => readRaw(request, response, resolve));
  if (error) throw refusal(error);
  const body: unknown = request.body;
  return Buffer.isBuffer(body) ? body : Buffer.alloc(0);
}

function refusal(error: unknown): Error {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : '';
  if (type === 'entity.too.large') return new BodyTooLarge(LIMIT_BYTES);
  if (type === 'encoding.unsupported') {
    return new UnsupportedMediaType(
      'The Content-Encoding is not supported. Send the body as it is, or with gzip.',
    );
  }
  return new MalformedRequest('The body could not be read to its end.');
}

function readerOf(contentType: string | undefined): (text: string) => RawParameters {
  const [type = '', ...options] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const reader = Object.hasOwn(READERS, type) ? READERS[type] : undefined;
  const charset = options
    .find((option) => option.startsWith('charset='))
    ?.slice(8)
    .replaceAll('"', '');
  if (!reader || (charset !== undefined && !/^(utf-?8|us-ascii)$/.test(charset))) {
    throw new UnsupportedMediaType(
      `A body must be ${Object.keys(READERS).join(' or ')} in UTF-8, and its Content-Type must say so.`,
    );
  }
  return reader;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedRequest('The body is not valid UTF-8.');
  }
}
