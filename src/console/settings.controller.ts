import { Get, Post, Res } from '@nestjs/common';
import { type Response } from 'express';
import { AccountService } from '../account/account.service.js';
import { BrandBody } from '../account/brand/dto/brand.dto.js';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { NeedsScope } from '../auth/needed-scope.js';
import { Context, type RequestContext } from '../platform/http/request-context.js';
import { ConsoleController } from './console-controller.decorator.js';
import { refusalIn, seeOther } from './forms/answers.js';
import { type Form, FormOf, textOf, valueOf } from './forms/form.decorator.js';
import { settingsPage, typedOf } from './pages/settings-page.js';
import { type ConsoleVisit, Visit } from './sessions/console-visit.js';

@ConsoleController('settings')
export class ConsoleSettingsController {
  constructor(private readonly account: AccountService) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit): Promise<string> {
    const { brand } = await this.account.show(visit.caller, null);
    return settingsPage(visit, { typed: typedOf(brand), hasLogo: hasLogo(brand), fault: null });
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
    const typed = {
      name: textOf(form.fields, 'name'),
      accent_color: textOf(form.fields, 'accent_color'),
      contact: textOf(form.fields, 'contact'),
    };
    try {
      valueOf(form);
      // An empty field removes what was set.
      const brand = Object.fromEntries(
        Object.entries(typed).map(([name, text]) => [name, text.trim() || null]),
      );
      await this.account.update(actor, { body: { brand }, ifMatch: null, warnings, requests: null });
      return seeOther(response, '/console/settings', 'brand-saved');
    } catch (error) {
      const fault = refusalIn(response, error);
      const { brand } = await this.account.show(visit.caller, null);
      return settingsPage(visit, { typed, hasLogo: hasLogo(brand), fault });
    }
  }
}

function hasLogo(brand: { readonly logoHash: unknown } | null): boolean {
  return brand !== null && brand.logoHash !== null;
}
