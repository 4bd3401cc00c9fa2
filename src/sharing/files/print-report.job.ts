import { Logger } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import { RenderingAvailability } from '../../browsers/rendering-availability.js';
import { Grader } from '../../engine/grading/grader.js';
import { pagesOf } from '../../engine/rendering/printed-pdf.js';
import { RenderError } from '../../engine/rendering/render-error.js';
import { BlobStore } from '../../platform/blobs/blob-store.js';
import { Job, type JobHandler, type JobRun } from '../../platform/queue/job.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { withContents } from '../../presentation/reports/report-file.js';
import { withPicture } from './file-picture.js';
import { PRINT_REPORT } from './print-report.js';
import { type ClaimedPdf, ReportPdfsRepository } from './report-pdfs.repository.js';

/** Longer PDFs begin with a list of their contents. */
const MAX_PAGES_WITHOUT_CONTENTS = 4;

/** Makes the next PDF. One at a time in each process, beside its audits: places for audits are not held for long, and
 *  accounts take turns. */
@Job({ name: PRINT_REPORT.name, cron: '* * * * *', role: 'browser' })
export class PrintReportJob implements JobHandler {
  private readonly logger = new Logger(PrintReportJob.name);
  private isPrinting = false;

  constructor(
    private readonly pdfs: ReportPdfsRepository,
    private readonly blobs: BlobStore,
    private readonly grader: Grader,
    private readonly rendering: RenderingAvailability,
    private readonly queue: JobQueue,
  ) {}

  async run(_payload: unknown, { signal }: JobRun): Promise<void> {
    if (!this.rendering.hasBrowser || this.isPrinting) return;
    this.isPrinting = true;
    try {
      const claimed = await this.pdfs.claim();
      if (claimed) await this.make(claimed, signal);
    } finally {
      this.isPrinting = false;
    }
    if (await this.pdfs.isAnyFree()) await this.queue.add(PRINT_REPORT, { key: 'next' });
  }

  private async make(claimed: ClaimedPdf, signal: AbortSignal): Promise<void> {
    try {
      const source = await this.blobs.get(claimed.sourceHash);
      if (!source) {
        await this.pdfs.forget(claimed);
        return;
      }
      const file = await withPicture(await text(source), this.blobs);
      const pdf = await this.printed(file, { date: claimed.reportDate, signal });
      await this.pdfs.finish(claimed, { hash: await this.blobs.put(pdf, 'application/pdf') });
    } catch (error) {
      if (!(error instanceof RenderError)) {
        await this.pdfs.release(claimed).catch(() => undefined);
        throw error;
      }
      this.logger.warn({ err: error, msg: 'A PDF was not made.', report_id: claimed.reportId });
      await this.pdfs.finish(claimed, { failure: error.message });
    }
  }

  /** How long it is shows only when it is printed. */
  private async printed(file: string, settings: { date: Date; signal: AbortSignal }): Promise<Uint8Array> {
    const pdf = await this.grader.print(file, settings);
    return pagesOf(pdf) > MAX_PAGES_WITHOUT_CONTENTS ? this.grader.print(withContents(file), settings) : pdf;
  }
}
