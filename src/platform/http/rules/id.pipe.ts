import { type PipeTransform } from '@nestjs/common';

/** The id in a path; 0, which no record has, unless it is a safe integer in plain digits. */
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
    return Number.isSafeInteger(id) ? id : 0;
  }
}
