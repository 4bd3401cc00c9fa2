import { StreamableFile } from '@nestjs/common';
import { type Request, type Response } from 'express';
import { type Readable } from 'node:stream';
import { names } from './record/entity-tag.js';

/** If the bytes break off, so does the response: it must not look complete. */
export function streamed(bytes: Readable, response: Response): StreamableFile {
  const file = new StreamableFile(bytes);
  return file.setErrorHandler((error) => {
    file.errorLogger(error);
    response.destroy();
  });
}

/** Answers with bytes that are known by their hash, and opens them only if they are sent. */
export async function streamedOnce<Blob extends { readonly hash: string; readonly sizeBytes: number }>(
  blob: Blob,
  open: (blob: Blob) => Promise<Readable>,
  { request, response }: { request: Request; response: Response },
): Promise<StreamableFile | undefined> {
  const tag = `"${blob.hash}"`;
  const isKnown = names(request.headers['if-none-match'] ?? '', tag);
  const bytes = !isKnown && request.method === 'GET' ? await open(blob) : null;
  response.status(isKnown ? 304 : 200).set({ 'Content-Length': String(blob.sizeBytes), ETag: tag });
  return bytes ? streamed(bytes, response) : undefined;
}
