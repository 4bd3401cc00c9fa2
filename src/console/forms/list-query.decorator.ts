import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Request } from 'express';
import { type Fields, Input, queryOf } from '../../platform/http/input/input.js';
import { validated } from '../../platform/http/input/validate-fields.js';
import { Warnings } from '../../platform/http/input/warnings.js';

/** The query of a list's address, with the default where a value is not valid, and what was wrong with those. */
export interface ListQuery<T> {
  readonly query: T;
  readonly faults: readonly string[];
}

/** The {@link ListQuery}, by the rules of a list of the API. */
export const ListQueryOf = createParamDecorator(
  async <T extends object>(dto: new () => T, context: ExecutionContext): Promise<ListQuery<T>> => {
    const { fields } = queryOf(context.switchToHttp().getRequest<Request>());
    const sent = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== ''));
    const read = (kept: Fields) => validated(dto, new Input(kept, new Warnings(false), null), 'query');
    const first = await read(sent);
    if ('value' in first) return { query: first.value, faults: [] };
    const sound = Object.entries(sent).filter(([name]) => !(name in first.errors));
    const second = await read(Object.fromEntries(sound));
    return {
      query: 'value' in second ? second.value : new dto(),
      faults: Object.values(first.errors).flat(),
    };
  },
);
