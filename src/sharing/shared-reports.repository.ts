import { type EarlierOutcomes, type PastReport } from '../presentation/reports/report-history.js';
import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository, type SelectQueryBuilder } from 'typeorm';
import { type Result } from '../engine/audit/score.js';
import { Report } from '../reports/report.entity.js';
import { ofUrl } from '../reports/reports.repository.js';
import { WebsitePage } from '../reports/website-pages/website-page.entity.js';
import { type Website } from '../websites/website.entity.js';

export interface LatestScore {
  readonly score: number;
  readonly result: Result;
}

const HISTORY_LENGTH = 20;
/** The findings alone would be hundreds of kilobytes. */
const OUTCOMES = `(SELECT coalesce(jsonb_object_agg(c ->> 'id', c ->> 'outcome'), '{}') FROM jsonb_array_elements(details.checks) c)`;

type SharedReport = Pick<Report, 'accountId' | 'websiteId' | 'url' | 'id'>;

/** What shared pages show beside a report or website. */
@Injectable()
export class SharedReportsRepository {
  constructor(
    @InjectRepository(Report) private readonly reports: Repository<Report>,
    @InjectRepository(WebsitePage) private readonly pages: Repository<WebsitePage>,
  ) {}

  /** The newest reports of a report's url, newest first. */
  async historyOf(report: SharedReport): Promise<PastReport[]> {
    return this.ofSameUrl(report).orderBy('report.id', 'DESC').limit(HISTORY_LENGTH).getMany();
  }

  async earlierOutcomes(report: SharedReport): Promise<EarlierOutcomes | null> {
    const earlier = await this.ofSameUrl(report)
      .innerJoin('report.details', 'details')
      .select(['report.id AS id', 'report.score AS score', 'report.created_at AS "createdAt"'])
      .addSelect('report.error_detail', 'errorDetail')
      .addSelect(OUTCOMES, 'outcomes')
      .andWhere('report.id < :before', { before: report.id })
      .andWhere({ status: 'completed' })
      .orderBy('report.id', 'DESC')
      .limit(1)
      .getRawOne<EarlierOutcomes>();
    return earlier ?? null;
  }

  /** Score of the latest completed report of a page, in either spelling of its url. */
  async latestScore({ accountId, id: websiteId }: Website, url: string): Promise<LatestScore | null> {
    return this.pages
      .createQueryBuilder('page')
      .select(['page.score', 'page.result'])
      .where({ accountId, websiteId })
      .andWhere(`page.url_hash = sha256(convert_to((page_urls(:url))[1], 'UTF8'))`, { url })
      .getOne();
  }

  private ofSameUrl({ accountId, websiteId, url }: SharedReport): SelectQueryBuilder<Report> {
    return ofUrl(this.reports.createQueryBuilder('report'), accountId, url).andWhere({ websiteId });
  }
}
