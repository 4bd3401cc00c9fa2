import { InitialSchema1764600000000 } from './1764600000000-initial-schema.js';
import { type Migration, sqlMigration } from './sql-migration.js';

/** Every migration, oldest first. Those of a release never change. */
export const MIGRATIONS: readonly Migration[] = [
  InitialSchema1764600000000,
  sqlMigration('AddBlobs1764700000000', { folder: 'add-blobs' }),
  sqlMigration('AddRendering1764700001000', {
    folder: 'add-rendering',
    files: ['tables.sql', 'claim-audit.sql'],
  }),
  // Until the scores are counted, reports can be read but not written, and websites wait.
  sqlMigration('AddScores1764700002000', {
    folder: 'add-scores',
    files: ['day-scores.sql', 'page-scores.sql', 'day-ends.sql', 'count-report.sql'],
    locks: ['websites', 'reports'],
  }),
  sqlMigration('AddAuditLog1764700003000', { folder: 'add-audit-log' }),
  sqlMigration('AddBatches1764700004000', { folder: 'add-batches' }),
  sqlMigration('AddWebhooks1764700006000', { folder: 'add-webhooks' }),
  sqlMigration('AddUsage1764700007000', { folder: 'add-usage', locks: ['pending_audits', 'accounts'] }),
  sqlMigration('AddMonitors1764700008000', { folder: 'add-monitors', locks: ['pending_audits', 'accounts'] }),
  sqlMigration('AddLimits1764700009000', { folder: 'add-limits' }),
  sqlMigration('AddCrawls1764700010000', {
    folder: 'add-crawls',
    files: ['tables.sql', 'claim-audit.sql'],
    locks: ['pending_audits', 'websites', 'accounts'],
  }),
  // Until the pages are filled in, reports can be read but not written.
  sqlMigration('AddPageLists1764700011000', {
    folder: 'add-page-lists',
    files: ['tables.sql', 'count-page.sql'],
    locks: ['website_pages', 'reports'],
  }),
  sqlMigration('AddCrawlMonitors1764700012000', { folder: 'add-crawl-monitors' }),
  sqlMigration('AddBrands1764700013000', { folder: 'add-brands' }),
  sqlMigration('AddReportPdfs1764700014000', { folder: 'add-report-pdfs' }),
  sqlMigration('AddConsole1764700015000', { folder: 'add-console' }),
  sqlMigration('IndexWebsiteDays1764700016000', { folder: 'index-website-days' }),
  sqlMigration('AddLoadRuns1764700017000', {
    folder: 'add-load-runs',
    locks: ['pending_audits', 'report_details'],
  }),
  sqlMigration('AddRunningJobs1764700018000', { folder: 'add-running-jobs' }),
  sqlMigration('AddClaimedRuns1764700019000', { folder: 'add-claimed-runs', files: ['claim-audit.sql'] }),
  sqlMigration('AddUnreadSitemaps1764700020000', { folder: 'add-unread-sitemaps' }),
  // Until the pages are counted anew, reports can be read but not written, and websites wait.
  sqlMigration('CountHomePages1764700021000', {
    folder: 'count-home-pages',
    files: ['page-urls.sql', 'count-page.sql', 'pages.sql'],
    locks: ['websites', 'website_pages', 'reports'],
  }),
  sqlMigration('AddPageVariants1764700022000', { folder: 'add-page-variants' }),
  sqlMigration('LeaseCrawls1764700023000', { folder: 'lease-crawls' }),
  sqlMigration('CountRefusedPages1764700024000', { folder: 'count-refused-pages' }),
  // Until the days are repaired, reports can be read but not written, and websites wait.
  sqlMigration('FillDayScores1764700025000', {
    folder: 'fill-day-scores',
    files: ['days.sql', 'count-report.sql'],
    locks: ['websites', 'reports'],
  }),
];
