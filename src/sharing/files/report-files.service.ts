import { Inject, Injectable } from '@nestjs/common';
import { hash as digest } from 'node:crypto';
import { type Readable } from 'node:stream';
import { BrandsService } from '../../account/brand/brands.service.js';
import { AccountsRepository } from '../../auth/accounts.repository.js';
import { RenderingAvailability } from '../../browsers/rendering-availability.js';
import { BlobsUnavailable } from '../../platform/blobs/blob-storage.js';
import { BlobStore } from '../../platform/blobs/blob-store.js';
import { type Brand } from '../../platform/pages/brand.js';
import { CONFIG, type Config } from '../../platform/config/config.js';
import { Database } from '../../platform/database/database.js';
import { type Html } from '../../platform/pages/html.js';
import { JobQueue } from '../../platform/queue/job-queue.js';
import { isDone } from '../../reports/report-progress.js';
import { type Screenshot, ScreenshotsRepository } from '../../reports/screenshots/screenshots.repository.js';
import { PageNotShared } from '../page-not-shared.js';
import { reportFile } from '../../presentation/reports/report-file.js';
import { pictureHtml } from '../../presentation/reports/rendered.js';
import { reportDescription, type ReportPage, reportPath, reportTitle } from '../pages/report-page.js';
import { type Locked, type ShareVisit } from '../share-access.service.js';
import { SharingService } from '../sharing.service.js';
import { MAX_QUEUED, PdfFailed, PdfUnavailable, TooManyPdfs } from './pdf-errors.js';
import { PRINT_REPORT } from './print-report.js';
import { pictureSource, withPicture } from './file-picture.js';
import { type ReportId, ReportPdfsRepository } from './report-pdfs.repository.js';

/** A file of a report's page, or why there is none yet. */
export type SharedFile<File> = (File & FileFacts) | Locked;

export interface FileFacts {
  /** Without an extension. */
  readonly name: string;
  readonly isPublic: boolean;
  /** Of the website's account; null: ours. */
  readonly brand: Brand | null;
}

export interface HtmlFile {
  /** null: the report is not complete. */
  readonly markup: string | null;
}

export interface MadePdf {
  readonly report: ReportId;
  readonly hash: string;
  readonly sizeBytes: number;
}

export interface PdfFile {
  /** null: it is being made. */
  readonly pdf: MadePdf | null;
}

/** Of a private website, share pages show nothing to those who read the file. */
const NO_PATHS = { path: null, comparisonPath: null };

/** Reports' pages as files, for those who may see the page. */
@Injectable()
export class ReportFilesService {
  constructor(
    private readonly sharing: SharingService,
    private readonly brands: BrandsService,
    private readonly screenshots: ScreenshotsRepository,
    private readonly blobs: BlobStore,
    private readonly pdfs: ReportPdfsRepository,
    private readonly accounts: AccountsRepository,
    private readonly rendering: RenderingAvailability,
    private readonly queue: JobQueue,
    private readonly database: Database,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @throws PageNotShared, BlobsUnavailable */
  async html(visit: ShareVisit, id: number): Promise<SharedFile<HtmlFile>> {
    const page = await this.sharing.openReport(visit, id);
    if ('lockedBy' in page) return page;
    const isComplete = isDone(page.report);
    const markup = isComplete ? await withPicture(await this.composed(page, visit.base), this.blobs) : null;
    return { markup, ...factsOf(page) };
  }

  /** The PDF of a report's page. One that was not made yet, or of a page that has changed, is queued.
   *  @throws PageNotShared, PdfUnavailable, PdfFailed, TooManyPdfs */
  async pdf(visit: ShareVisit, id: number): Promise<SharedFile<PdfFile>> {
    const page = await this.sharing.openReport(visit, id);
    if ('lockedBy' in page) return page;
    const pdf = isDone(page.report) ? await this.madeOrQueued(page) : null;
    return { pdf, ...factsOf(page) };
  }

  /** A PDF whose bytes are lost is made anew for the next request.
   *  @throws BlobsUnavailable */
  async open({ hash, report }: MadePdf): Promise<Readable> {
    const bytes = await this.blobs.get(hash);
    if (bytes) return bytes;
    await this.pdfs.forget(report);
    throw new BlobsUnavailable(new Error(`The bytes of blob ${hash} are missing.`));
  }

  private async madeOrQueued(page: ReportPage): Promise<MadePdf | null> {
    // The address in a request is the client's to choose: it must not decide what others get.
    const source = await this.composed(page, this.config.publicUrl);
    const sourceHash = digest('sha256', source);
    const report = { accountId: page.report.accountId, reportId: page.report.id };
    const stored = await this.pdfs.find(report);
    const isCurrent = stored?.sourceHash === sourceHash;
    if (isCurrent && stored.blob) return { report, hash: stored.blob.hash, sizeBytes: stored.blob.sizeBytes };
    if (isCurrent && stored.failure !== null) {
      await this.pdfs.forget(report);
      throw new PdfFailed(stored.failure);
    }
    if (!(await this.rendering.isAvailable())) throw new PdfUnavailable();
    const isQueued = stored !== null && stored.hash === null && stored.failure === null;
    if (!isQueued) await this.enqueue(report, source);
    return null;
  }

  private async enqueue(report: ReportId, source: string): Promise<void> {
    const sourceHash = await this.blobs.put(Buffer.from(source), 'text/html');
    await this.database.transaction(async (tx) => {
      if (!(await this.pdfs.lockReport(tx, report))) throw new PageNotShared();
      await this.accounts.lock(tx, report.accountId);
      if ((await this.pdfs.countQueued(tx, report.accountId)) >= MAX_QUEUED) throw new TooManyPdfs();
      await this.pdfs.queue(tx, report, sourceHash);
      await this.queue.add(PRINT_REPORT, { key: 'next', tx });
    });
  }

  /** @param base of links to this server */
  private async composed(page: ReportPage, base: string | null): Promise<string> {
    const { share, report } = page;
    const { accountId, id } = report;
    const shots = await this.screenshots.listOf(accountId, id);
    const shareBase = share.website.privacy === 1 ? null : base;
    return reportFile({
      content: { ...page, earlier: page.earlier && { ...page.earlier, ...(shareBase === null && NO_PATHS) } },
      title: reportTitle(share.website.domain, id),
      description: reportDescription(share.website.domain, report),
      brand: await this.brands.forFile(accountId),
      base,
      picture: pictureIn(page, { shots, base: shareBase }),
      address: shareBase === null ? null : shareBase + reportPath(page),
    });
  }
}

/** The picture, which links to that of the whole page; null: there is none. */
function pictureIn(
  page: ReportPage,
  { shots, base }: { readonly shots: readonly Screenshot[]; readonly base: string | null },
): Html | null {
  const { rendered } = page.report.details;
  const shot = shots.find(({ kind }) => kind === 'viewport');
  if (!rendered || rendered.error || !shot) return null;
  const isLinked = base !== null && rendered.screenshots.full;
  const fullPath = isLinked ? `${base}${reportPath(page)}/full-screenshot.webp` : null;
  return pictureHtml(rendered, pictureSource(shot.hash), fullPath);
}

function factsOf({ share: { website, brand }, report }: ReportPage): FileFacts {
  return { name: `${website.domain}-report-${String(report.id)}`, isPublic: website.privacy === 0, brand };
}
