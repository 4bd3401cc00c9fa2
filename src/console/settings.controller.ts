import { Get, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { AccountService } from '../account/account.service.js';
import { BrandBody } from '../account/brand/dto/brand.dto.js';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { NeedsScope } from '../auth/needed-scope.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { ConsoleController } from './console-controller.decorator.js';
import { seeOther } from './forms/answers.js';
import { type Form, FormOf, valueOf } from './forms/form.decorator.js';
import { refusalOf, textOf } from './forms/refusal.js';
import { BRAND_FIELDS, settingsPage } from './pages/settings-page.js';
import { type ConsoleVisit, Visit } from './sessions/console-visit.js';

@ConsoleController('settings')
export class ConsoleSettingsController {
  constructor(private readonly account: AccountService) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit): Promise<string> {
    const { brand } = await this.account.show(visit.caller, null);
    return settingsPage(visit, { brand, refused: null });
  }

  @Post()
  @NeedsScope('websites:write')
  async save(
    @CurrentActor() actor: Actor,
    @Visit() visit: ConsoleVisit,
    @FormOf(BrandBody) form: Form<BrandBody>,
    @Context() { warnings }: RequestContext,
    @Res({ passthrough: true }) response: Response,
  ): Promise<string> {
    try {
      valueOf(form);
      // An empty field removes what was set.
      const brand = Object.fromEntries(
        BRAND_FIELDS.map((name) => [name, textOf(form.fields, name).trim() || null]),
      );
      await this.account.update(actor, { body: { brand }, ifMatch: null, warnings, requests: null });
      return seeOther(response, '/console/settings', 'brand-saved');
    } catch (error) {
      const refused = refusalOf(response, error, form.fields);
      const { brand } = await this.account.show(visit.caller, null);
      return settingsPage(visit, { brand, refused });
    }
  }
}
