import { Get } from '@nestjs/common';
import { UsageQuery } from '../../account/usage/dto/usage.dto.js';
import { UsageService } from '../../account/usage/usage.service.js';
import { NeedsScope } from '../../auth/caller.js';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { usagePage } from './usage-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

@ConsoleController('usage')
export class ConsoleUsageController {
  constructor(private readonly usage: UsageService) {}

  @Get()
  @NeedsScope('keys:read')
  async show(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(UsageQuery) list: ListQuery<UsageQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    try {
      return usagePage(visit, list, await this.usage.of(id, list.query));
    } catch (error) {
      // The days are valid one by one, but not together.
      if (!(error instanceof ValidationFailed)) throw error;
      const faults = [...list.faults, error.message];
      const query = new UsageQuery();
      return usagePage(visit, { query, faults }, await this.usage.of(id, query));
    }
  }
}
