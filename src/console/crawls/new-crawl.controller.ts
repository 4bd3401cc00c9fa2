import { Get, Param, Post } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { CrawlsService } from '../../crawls/crawls.service.js';
import { CRAWL_LIMIT_BYTES, type CreateCrawlBody } from '../../crawls/dto/create-crawl.dto.js';
import { OncePerForm } from '../forms/once.js';
import { BodyLimit } from '../../platform/http/input/body-limit.decorator.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { HomeService } from '../home/home.service.js';
import { may } from '../pages/console-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';
import { hasSettings, NEW_CRAWL } from './crawl-form.js';
import { newCrawlPage } from './crawl-form-page.js';
import { pathOf } from './crawl-page.js';

/** What begins crawls. */
@ConsoleController('crawls')
export class ConsoleNewCrawlController {
  constructor(
    private readonly crawls: CrawlsService,
    private readonly home: HomeService,
  ) {}

  @Get('new')
  @NeedsScope('crawls:write', 'crawls:read')
  create(@Visit() visit: ConsoleVisit): string {
    return newCrawlPage(visit, null, null);
  }

  @Get(':id/again')
  @NeedsScope('crawls:write', 'crawls:read')
  async again(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const { crawl } = await this.crawls.show(visit.caller.account.id, id);
    return newCrawlPage(visit, crawl, null);
  }

  @Post()
  @NeedsScope('crawls:write')
  // A form takes three bytes for a character of which JSON takes one.
  @BodyLimit(3 * CRAWL_LIMIT_BYTES)
  @OncePerForm()
  async store(@Visit() visit: ConsoleVisit, @FormOf(NEW_CRAWL) form: Form<CreateCrawlBody>): Promise<string> {
    try {
      const { record } = await this.crawls.store(visit.caller, valueOf(form), visit.context);
      if (!may(visit, 'crawls:read')) return visit.seeOther('/console', 'crawl-begun');
      return visit.seeOther(pathOf(record.crawl));
    } catch (error) {
      const refused = visit.refusalOf(error, form.fields);
      return hasSettings(form.fields) ? newCrawlPage(visit, null, refused) : this.home.screen(visit, refused);
    }
  }
}
