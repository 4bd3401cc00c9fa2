import { Get, Res } from '@nestjs/common';
import { type Response } from 'express';
import { UsageQuery } from '../../account/usage/dto/usage.dto.js';
import { UsageService } from '../../account/usage/usage.service.js';
import { NeedsScope } from '../../auth/caller.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { refusalOf } from '../forms/refusal.js';
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
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    const { id } = visit.caller.account;
    try {
      return usagePage(visit, list, await this.usage.of(id, list.query));
    } catch (error) {
      // The days are valid one by one, but not together.
      const faults = [...list.faults, refusalOf(response, error).sentence];
      response.status(200);
      const query = new UsageQuery();
      return usagePage(visit, { query, faults }, await this.usage.of(id, query));
    }
  }
}
