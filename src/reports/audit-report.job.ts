import { Inject, Injectable } from '@nestjs/common';
import pLimit from 'p-limit';
import { CONFIG, type Config } from '../config/config.js';
import { DomainError } from '../domain-error.js';
import { Grader } from '../grading/grader.js';
import { domainOf } from '../websites/domain.js';
import { type Privacy } from '../websites/website.entity.js';
import { ReportsRepository } from './reports.repository.js';

/** As many audits wait as can be expected to begin before their clients give up. */
class TooManyAudits extends DomainError {
  constructor() {
    super('unavailable', 'service_unavailable', 'Too many audits are waiting. Try again in a few seconds.');
  }
}

const WAITING_PER_RUNNING = 10;

/** Load, audit, score, save: everything between an accepted address and its stored report. */
@Injectable()
export class AuditReportJob {
  private readonly atOnce = pLimit(this.config.auditConcurrency);

  constructor(
    private readonly grader: Grader,
    private readonly reports: ReportsRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @param url as the client sent it
   *  @returns the report's id
   *  @throws TooManyAudits, DatabaseUnavailable */
  async run(accountId: number, url: string, target: URL): Promise<number> {
    if (this.atOnce.pendingCount >= this.config.auditConcurrency * WAITING_PER_RUNNING)
      throw new TooManyAudits();
    const website = {
      domain: domainOf(target.href, this.config.stripWww),
      privacy: this.config.defaultPrivacy as Privacy,
    };
    const grade = await this.atOnce(() => this.grader.grade(target));
    return this.reports.saveCompleted({ accountId, url, website, grade });
  }
}
