import { Get } from '@nestjs/common';
import { ListReportsQuery } from '../reports/dto/list-reports.dto.js';
import { ReportsService } from '../reports/reports.service.js';
import { type Report } from '../reports/report.entity.js';
import { ConsoleController } from './console-controller.decorator.js';
import { may } from './pages/console-page.js';
import { homePage } from './pages/home-page.js';
import { type ConsoleVisit, Visit } from './sessions/console-visit.js';

/** The first screen. */
@ConsoleController()
export class ConsoleHomeController {
  constructor(private readonly reports: ReportsService) {}

  @Get()
  async home(@Visit() visit: ConsoleVisit): Promise<string> {
    return homePage(visit, { reports: await latestReports(visit, this.reports), url: '', fault: null });
  }
}

/** The newest reports; null: the key may not see any. */
export async function latestReports(
  visit: ConsoleVisit,
  reports: ReportsService,
): Promise<readonly Report[] | null> {
  if (!may(visit, 'reports:read')) return null;
  const { result } = await reports.list(visit.caller.account.id, new ListReportsQuery());
  return result.rows;
}
