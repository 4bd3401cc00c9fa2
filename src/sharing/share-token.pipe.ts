import { type PipeTransform } from '@nestjs/common';
import { PathNotFound } from '../http/http-errors.js';

/** Accepts the form of a share token: 128 bits in hexadecimal, or in base64 as in earlier versions. */
export class ShareTokenPipe implements PipeTransform<string, string> {
  transform(text: string): string {
    if (!/^([0-9a-f]{32}|[\w-]{22})$/.test(text)) throw new PathNotFound();
    return text;
  }
}
