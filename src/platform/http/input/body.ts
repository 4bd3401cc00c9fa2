import express, { type Request, type Response } from 'express';
import { MIMEType } from 'node:util';
import { BodyTooLarge, MalformedRequest, UnsupportedMediaType } from '../../errors/http-errors.js';
import { type FileBodyRules } from './file-body.decorator.js';
import { type Fields, orMalformed, parseForm, parseJson } from './input.js';
import { readMultipart } from './multipart.js';

/** What a route takes. */
export interface BodyRules {
  readonly limitBytes: number;
  /** Whether it takes no forms. */
  readonly isJsonOnly: boolean;
  /** How it takes a form with a file; absent: it takes none. */
  readonly file?: FileBodyRules | undefined;
}

const CHARSETS = new Set([null, 'utf-8', 'utf8', 'us-ascii']);
const JSON_TYPE = 'application/json';
const FORM_TYPE = 'application/x-www-form-urlencoded';
const FILE_TYPE = 'multipart/form-data';
const PARSERS = new Map([
  [FORM_TYPE, parseForm],
  [JSON_TYPE, parseJson],
]);

/** Raw, since `express.json` and `express.urlencoded` replace invalid UTF-8 and skip other media types. */
const readRaw = (limit: number) => express.raw({ type: () => true, limit });

/** Reads and parses the body of a request; an empty one has no fields.
 *  @param rules its limit is also that of what a compressed body expands to
 *  @throws BodyTooLarge, MalformedRequest, UnsupportedMediaType, ValidationFailed */
export async function readBody(
  request: Request,
  response: Response,
  { limitBytes, isJsonOnly, file }: BodyRules,
): Promise<Fields> {
  const announcedBytes = Number(request.headers['content-length']);
  if (announcedBytes === 0) return {};
  if (announcedBytes > limitBytes) {
    response.setHeader('Connection', 'close');
    throw new BodyTooLarge(limitBytes);
  }
  const contentType = request.headers['content-type'] ?? '';
  if (file && mediaTypeOf(contentType) === FILE_TYPE) {
    if (Number.isNaN(announcedBytes))
      throw new MalformedRequest('A form with a file must have a Content-Length.');
    return readMultipart(request, response, file);
  }
  const error = await new Promise<unknown>((resolve) => readRaw(limitBytes)(request, response, resolve));
  if (error) throw refusalOf(error, limitBytes);
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return {};
  const parse = parserOf(contentType, isJsonOnly);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  return parse(orMalformed('The body is not valid UTF-8.', () => decoder.decode(bytes)));
}

function refusalOf(error: unknown, limitBytes: number): Error {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : '';
  if (type === 'entity.too.large') return new BodyTooLarge(limitBytes);
  if (type === 'encoding.unsupported') {
    return new UnsupportedMediaType(
      'The Content-Encoding is not supported. Send the body uncompressed or with gzip.',
    );
  }
  return new MalformedRequest('The body ended early or could not be decompressed.');
}

function parserOf(contentType: string, isJsonOnly: boolean): (text: string) => Fields {
  const type = mediaTypeOf(contentType);
  const parser = isJsonOnly && type === FORM_TYPE ? undefined : PARSERS.get(type);
  if (!parser) {
    const supported = isJsonOnly ? JSON_TYPE : [...PARSERS.keys()].join(' or ');
    throw new UnsupportedMediaType(`The Content-Type of a body must be ${supported}, in UTF-8.`);
  }
  return parser;
}

/** Type and subtype; empty if the header is invalid or names another charset than UTF-8. */
function mediaTypeOf(contentType: string): string {
  try {
    const { essence, params } = new MIMEType(contentType);
    return CHARSETS.has(params.get('charset')?.toLowerCase() ?? null) ? essence : '';
  } catch {
    return '';
  }
}
