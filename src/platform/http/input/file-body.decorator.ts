import { SetMetadata } from '@nestjs/common';
import { type Request } from 'express';
import { type Fields } from './input.js';

export const FILE_BODY = Symbol('File body');

export interface FileBodyRules {
  readonly limitBytes: number;
  /** Called before a file is read, with the fields that were sent before it. What it throws ends the request. */
  readonly admit: (request: Request, fields: Fields) => void;
}

/** The route also takes forms with a file (multipart/form-data), and bodies up to a size in bytes. */
export const FileBody = (rules: FileBodyRules) => SetMetadata(FILE_BODY, rules);
