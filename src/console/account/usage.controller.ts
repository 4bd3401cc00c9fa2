import { Get } from '@nestjs/common';
import { type DaySpan, daySpan, MAX_DAYS } from '../../account/usage/day-span.js';
import { UsageQuery } from '../../account/usage/dto/usage.dto.js';
import { UsageService } from '../../account/usage/usage.service.js';
import { NeedsScope } from '../../auth/caller.js';
import { KeysService } from '../../keys/keys.service.js';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { usagePage } from './usage-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const NO_SPAN = `The last day must not be before the first day, and at most ${String(MAX_DAYS)} days are shown.`;

@ConsoleController('usage')
export class ConsoleUsageController {
  constructor(
    private readonly usage: UsageService,
    private readonly keys: KeysService,
  ) {}

  @Get()
  @NeedsScope('keys:read')
  async show(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(UsageQuery) { query, faults }: ListQuery<UsageQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    const { span, fault } = shownSpan(query);
    const rows = await this.usage.of(id, { by: query.by, ...span });
    const keyIds = rows.flatMap(({ key_id: keyId }) => keyId ?? []);
    const keys = keyIds.length > 0 ? await this.keys.some(id, keyIds) : [];
    return usagePage(visit, { query, faults: [...faults, ...fault], span, rows, keys });
  }
}

/** The days that are asked for; the default, and why, where they are valid one by one, but not together. */
function shownSpan(query: UsageQuery): { readonly span: DaySpan; readonly fault: readonly string[] } {
  const now = new Date();
  try {
    return { span: daySpan(query, now), fault: [] };
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return { span: daySpan({}, now), fault: [NO_SPAN] };
  }
}
