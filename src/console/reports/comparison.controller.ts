import { Get, Param } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { html } from '../../platform/pages/html.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ReportNotFound } from '../../reports/report-errors.js';
import { ReportsService } from '../../reports/reports.service.js';
import { comparisonParts, isCompleted } from '../../presentation/reports/comparison-sections.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { consolePage } from '../pages/console-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

@ConsoleController('compare')
export class ConsoleComparisonController {
  constructor(private readonly reports: ReportsService) {}

  @Get(':before/:after')
  @NeedsScope('reports:read')
  async compare(
    @Visit() visit: ConsoleVisit,
    @Param('before', IdPipe) beforeId: number,
    @Param('after', IdPipe) afterId: number,
  ): Promise<string> {
    const { id: accountId } = visit.caller.account;
    const [before, after] = await Promise.all([
      this.reports.show(accountId, beforeId),
      this.reports.show(accountId, afterId),
    ]);
    if (!isCompleted(before) || !isCompleted(after)) throw new ReportNotFound();
    if (before.url !== after.url || beforeId === afterId) throw new ReportNotFound();
    const { heading, main } = comparisonParts(before, after, '/console');
    return consolePage(visit, {
      title: `Comparison of reports ${String(beforeId)} and ${String(afterId)}`,
      heading: html`<p class="crumbs"><a href="/console/reports/${afterId}">Report ${afterId}</a> / Compared with report ${beforeId}</p>
${heading}`,
      main,
    });
  }
}
