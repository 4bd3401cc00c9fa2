import { Injectable } from '@nestjs/common';
import { type UsageQuery } from './dto/usage.dto.js';
import { type DaySpan, daysOf, daySpan } from './day-span.js';
import { UsageRepository } from './usage.repository.js';
import { type UsageRowView } from './usage.view.js';

const NOTHING = { reports: 0, renders: 0, crawled_pages: 0, deliveries: 0 };

@Injectable()
export class UsageService {
  constructor(private readonly usage: UsageRepository) {}

  /** What an account used, by day or by key.
   *  @throws ValidationFailed */
  async of(accountId: number, { by, ...query }: UsageQuery): Promise<UsageRowView[]> {
    const span = daySpan(query, new Date());
    return by === 'key' ? this.usage.byKey(accountId, span) : this.byDay(accountId, span);
  }

  /** A row for each day. */
  private async byDay(accountId: number, span: DaySpan): Promise<UsageRowView[]> {
    const rows = new Map((await this.usage.byDay(accountId, span)).map((row) => [row.day, row]));
    return daysOf(span).map((day) => rows.get(day) ?? { day, ...NOTHING });
  }
}
