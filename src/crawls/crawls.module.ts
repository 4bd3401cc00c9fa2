import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditLogModule } from '../account/audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { HttpModule } from '../platform/http/http.module.js';
import { ReportsModule } from '../reports/reports.module.js';
import { WebhooksModule } from '../webhooks/webhooks.module.js';
import { AdvanceCrawlJob } from './turns/advance-crawl.job.js';
import { CrawlCompletion } from './ending/crawl-completion.service.js';
import { CrawlRetentionJob } from './ending/crawl-retention.job.js';
import { CrawlDeletions } from './ending/crawl-deletions.js';
import { CrawlEndings } from './ending/crawl-endings.js';
import { EndedCrawls } from './ending/ended-crawls.js';
import { CrawlAnswer } from './answers/crawl-answer.entity.js';
import { CrawlAnswersRepository } from './answers/crawl-answers.repository.js';
import { CrawlAnswers } from './answers/crawl-answers.service.js';
import { CrawlAudits } from './crawl-audits.service.js';
import { CrawlEvents } from './crawl-events.js';
import { CrawlFindingsController } from './findings/crawl-findings.controller.js';
import { CrawlFindings } from './findings/crawl-findings.service.js';
import { CrawlFindingsRepository } from './findings/crawl-findings.repository.js';
import { CrawlHost } from './turns/crawl-host.entity.js';
import { CrawlHostsRepository } from './turns/crawl-hosts.repository.js';
import { CrawlIntake } from './crawl-intake.service.js';
import { CrawlStart } from './crawl-start.service.js';
import { CrawlLink } from './pages/crawl-link.entity.js';
import { CrawlPace } from './turns/crawl-pace.service.js';
import { CrawlPage } from './pages/crawl-page.entity.js';
import { CrawlClicksRepository } from './pages/crawl-clicks.repository.js';
import { CrawlLinksRepository } from './pages/crawl-links.repository.js';
import { CrawlPagesRepository } from './pages/crawl-pages.repository.js';
import { NearDuplicatesRepository } from './findings/near-duplicates.repository.js';
import { QueuedPagesRepository } from './turns/queued-pages.repository.js';
import { VisitedPages } from './visited-pages.service.js';
import { CrawlTurns } from './turns/crawl-turns.service.js';
import { CrawlVisits } from './turns/crawl-visits.service.js';
import { CrawlStatistics } from './pages/crawl-statistics.service.js';
import { Crawl } from './crawl.entity.js';
import { CrawlComparisonController } from './comparison/crawl-comparison.controller.js';
import { CrawlComparisons } from './comparison/crawl-comparisons.service.js';
import { CrawlComparisonsRepository } from './comparison/crawl-comparisons.repository.js';
import { CrawlsController } from './crawls.controller.js';
import { CrawlsRepository } from './crawls.repository.js';
import { SlowReads } from './slow-reads.js';
import { CrawlsService } from './crawls.service.js';
import { DeletedCrawl } from './ending/deleted-crawl.entity.js';
import { DeletedCrawlsRepository } from './ending/deleted-crawls.repository.js';
import { Frontier } from './pages/frontier.service.js';
import { SweepCrawlsJob } from './ending/sweep-crawls.job.js';
import { WakeCrawlsJob } from './turns/wake-crawls.job.js';

@Module({
  imports: [
    TypeOrmModule.forFeature([Crawl, CrawlPage, CrawlLink, CrawlAnswer, CrawlHost, DeletedCrawl]),
    AuditLogModule,
    AuthModule,
    HttpModule,
    WebhooksModule,
    ReportsModule,
  ],
  controllers: [CrawlsController, CrawlFindingsController, CrawlComparisonController],
  providers: [
    CrawlsService,
    CrawlIntake,
    CrawlsRepository,
    CrawlClicksRepository,
    CrawlLinksRepository,
    CrawlPagesRepository,
    QueuedPagesRepository,
    NearDuplicatesRepository,
    SlowReads,
    CrawlFindings,
    CrawlFindingsRepository,
    CrawlComparisons,
    CrawlComparisonsRepository,
    CrawlHostsRepository,
    CrawlAnswersRepository,
    DeletedCrawlsRepository,
    CrawlStatistics,
    Frontier,
    CrawlStart,
    CrawlVisits,
    CrawlCompletion,
    CrawlAudits,
    VisitedPages,
    CrawlAnswers,
    CrawlPace,
    CrawlTurns,
    EndedCrawls,
    CrawlEvents,
    CrawlDeletions,
    CrawlEndings,
    AdvanceCrawlJob,
    WakeCrawlsJob,
    SweepCrawlsJob,
    CrawlRetentionJob,
  ],
  exports: [
    CrawlsService,
    CrawlComparisons,
    CrawlFindings,
    CrawlIntake,
    CrawlDeletions,
    CrawlEndings,
    CrawlsRepository,
    CrawlPagesRepository,
    CrawlFindingsRepository,
  ],
})
export class CrawlsModule {}
