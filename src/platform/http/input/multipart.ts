import { HttpException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AnyFilesInterceptor } from '@nestjs/platform-express';
import { type Request, type Response } from 'express';
import { EMPTY } from 'rxjs';
import { Tally } from '../../../basics/tally.js';
import { DomainError } from '../../errors/domain-error.js';
import { MalformedRequest } from '../../errors/http-errors.js';
import { requesterOf } from '../requester.js';
import { type FileBodyRules } from './file-body.decorator.js';
import { type Fields } from './input.js';

/** A file as multer leaves it with the request. */
interface SentFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly buffer: Buffer;
}

/** Files are in memory until they have been judged. */
const MAX_UPLOADS = 4;

class TooManyUploads extends DomainError {
  constructor() {
    super(
      'too_many_requests',
      `This account may send ${String(MAX_UPLOADS)} files at a time. Wait until one of them has arrived.`,
      { retryAfterS: 10 },
    );
  }
}

/** Uploads in progress by account, in this process. */
const uploads = new Tally<number>();

const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 16 * 1024 };

/** Reads a form with a file. The file is a `Buffer`; if none was chosen, empty text.
 *  @throws MalformedRequest, TooManyUploads, and what the rules throw */
export async function readMultipart(
  request: Request,
  response: Response,
  { limitBytes, admit }: FileBodyRules,
): Promise<Fields> {
  const reader = new (AnyFilesInterceptor({
    limits: { ...LIMITS, fileSize: limitBytes },
    fileFilter: (_, __, decide) => {
      admit(request, request.body as Fields);
      decide(null, true);
    },
  }))();
  const { accountId } = requesterOf(request);
  if (uploads.of(accountId) >= MAX_UPLOADS) throw new TooManyUploads();
  uploads.add(accountId, 1);
  try {
    await reader.intercept(new ExecutionContextHost([request, response]), { handle: () => EMPTY });
  } catch (error) {
    if (!(error instanceof HttpException)) throw error;
    throw new MalformedRequest('The body is not a valid form with at most one file (multipart/form-data).');
  } finally {
    uploads.add(accountId, -1);
  }
  const { files = [] } = request as { files?: readonly SentFile[] };
  const sent = files.map(({ fieldname, originalname, buffer }): [string, unknown] => [
    fieldname,
    originalname === '' && buffer.length === 0 ? '' : buffer,
  ]);
  return { ...(request.body as Fields), ...Object.fromEntries<unknown>(sent) };
}
