import { type PipeTransform } from '@nestjs/common';

/** The number that an `{id}` names; 0, which no record has, where its spelling is not plain or it is too large. */
export class IdPipe implements PipeTransform<string, number> {
  transform(text: string): number {
    const id = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0;
    return Number.isSafeInteger(id) ? id : 0;
  }
}
