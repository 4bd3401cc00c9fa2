import { Get, Post } from '@nestjs/common';
import { AccountService } from '../../account/account.service.js';
import { type AccountVersion } from '../../account/account.view.js';
import { BrandBody } from '../../account/brand/dto/brand.dto.js';
import { NeedsScope } from '../../auth/caller.js';
import { ValidationFailed } from '../../platform/errors/http-errors.js';
import { type Precondition } from '../../platform/http/handler-parameters.js';
import { FileBody } from '../../platform/http/input/file-body.decorator.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { requireFormToken } from '../forms/form.interceptor.js';
import { LOGO } from './logo-form.js';
import { textOf } from '../forms/refusal.js';
import { ifStill } from '../forms/version.js';
import { may } from '../pages/console-page.js';
import { BRAND_FIELDS, deleteLogoPage, settingsPage, type SettingsPage, shownOf } from './settings-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const PATH = '/console/settings';
/** Room for a file that is too large, so that it is refused with a sentence beside its field. */
const LOGO_FORM_BYTES = 10 * 1024 * 1024;

@ConsoleController('settings')
export class ConsoleSettingsController {
  constructor(
    private readonly account: AccountService,
    private readonly websites: WebsitesService,
  ) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit): Promise<string> {
    return this.screenOf(visit, {});
  }

  @Post()
  @NeedsScope('websites:write')
  async save(@Visit() visit: ConsoleVisit, @FormOf(BrandBody) form: Form<BrandBody>): Promise<string> {
    try {
      valueOf(form);
      // An empty field removes what was set.
      const brand = Object.fromEntries(
        BRAND_FIELDS.map((name) => [name, textOf(form.fields, name).trim() || null]),
      );
      const shownBy = (current: AccountVersion) => shownOf(current.brand);
      await this.update(visit, brand, ifStill(form.fields, brand, shownBy));
      return visit.seeOther(PATH, 'brand-saved');
    } catch (error) {
      return this.screenOf(visit, { brand: visit.refusalOf(error, form.fields) });
    }
  }

  @Post('logo')
  @NeedsScope('websites:write')
  @FileBody({ limitBytes: LOGO_FORM_BYTES, admit: requireFormToken })
  async saveLogo(@Visit() visit: ConsoleVisit, @FormOf(LOGO) form: Form<BrandBody>): Promise<string> {
    try {
      await this.update(visit, { logo: valueOf(form).logo });
      return visit.seeOther(PATH, 'logo-saved');
    } catch (error) {
      return this.screenOf(visit, { logo: visit.refusalOf(error) });
    }
  }

  @Get('logo/delete')
  @NeedsScope('websites:write')
  confirmDeletion(@Visit() visit: ConsoleVisit): string {
    return deleteLogoPage(visit);
  }

  @Post('logo/delete')
  @NeedsScope('websites:write')
  async deleteLogo(@Visit() visit: ConsoleVisit): Promise<string> {
    await this.update(visit, { logo: null });
    return visit.seeOther(PATH, 'logo-deleted');
  }

  /** @throws ValidationFailed, with the fields named as in the form */
  private async update(
    { caller, context }: ConsoleVisit,
    brand: Partial<BrandBody>,
    ifMatch: Precondition<AccountVersion> = null,
  ): Promise<void> {
    const { warnings } = context;
    try {
      await this.account.update(caller, { brand }, { ifMatch, warnings });
    } catch (error) {
      throw error instanceof ValidationFailed ? ofForm(error) : error;
    }
  }

  private async screenOf(
    visit: ConsoleVisit,
    { brand: ofBrand = null, logo = null }: Partial<SettingsPage['refused']>,
  ): Promise<string> {
    const { brand } = await this.account.show(visit.caller, null);
    const example = await this.sharedWebsite(visit);
    return settingsPage(visit, { brand, example, refused: { brand: ofBrand, logo } });
  }

  /** Share token of the newest website whose share page is open; null: there is none, or the key may not see it. */
  private async sharedWebsite(visit: ConsoleVisit): Promise<string | null> {
    if (!may(visit, 'websites:read')) return null;
    return (await this.websites.newestShared(visit.caller.account.id))?.shareToken ?? null;
  }
}

/** The fault of a brand without the prefix of its fields. */
function ofForm({ errors }: ValidationFailed): ValidationFailed {
  const own = (text: string) => text.replace(/^brand\./, '');
  return new ValidationFailed(
    Object.fromEntries(Object.entries(errors ?? {}).map(([name, faults]) => [own(name), faults.map(own)])),
  );
}
