import { type PipeTransform } from '@nestjs/common';
import { PathNotFound } from '../http/http-errors.js';

/** Lets through what may be the token of a share address: 128 bits in hexadecimal, or in base64 as once. */
export class ShareTokenPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!/^([0-9a-f]{32}|[\w-]{22})$/.test(text)) throw new PathNotFound();
    return text;
  }
}
