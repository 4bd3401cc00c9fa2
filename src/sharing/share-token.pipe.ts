import { type PipeTransform } from '@nestjs/common';
import { PathNotFound } from '../http/http-errors.js';

/** Lets through what may be the token of a share address. */
export class ShareTokenPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!/^[\w-]{22}$/.test(text)) throw new PathNotFound();
    return text;
  }
}
