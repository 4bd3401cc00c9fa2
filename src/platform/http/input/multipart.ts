import { HttpException } from '@nestjs/common';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host.js';
import { AnyFilesInterceptor } from '@nestjs/platform-express';
import { type Request, type Response } from 'express';
import { EMPTY } from 'rxjs';
import { MalformedRequest } from '../../errors/http-errors.js';
import { type FileBodyRules } from './file-body.decorator.js';
import { type Fields } from './input.js';

/** A file as multer leaves it with the request. */
interface SentFile {
  readonly fieldname: string;
  readonly originalname: string;
  readonly buffer: Buffer;
}

const LIMITS = { files: 1, fields: 10, parts: 11, fieldNameSize: 100, fieldSize: 16 * 1024 };

/** Reads a form with a file. The file is a `Buffer`; if none was chosen, empty text.
 *  @throws MalformedRequest, and what the rules throw */
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
  try {
    await reader.intercept(new ExecutionContextHost([request, response]), { handle: () => EMPTY });
  } catch (error) {
    if (!(error instanceof HttpException)) throw error;
    throw new MalformedRequest('The body is not a valid form with at most one file (multipart/form-data).');
  }
  const { files = [] } = request as { files?: readonly SentFile[] };
  const sent = files.map(({ fieldname, originalname, buffer }): [string, unknown] => [
    fieldname,
    originalname === '' && buffer.length === 0 ? '' : buffer,
  ]);
  return { ...(request.body as Fields), ...Object.fromEntries<unknown>(sent) };
}
