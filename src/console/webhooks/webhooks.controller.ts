import { Get, Param, Post } from '@nestjs/common';
import { NeedsScope } from '../../auth/caller.js';
import { OncePerForm } from '../forms/once.js';
import { IdPipe } from '../../platform/http/rules/ids.js';
import { DeliveriesService } from '../../webhooks/deliveries/deliveries.service.js';
import { type CreateWebhookBody } from '../../webhooks/dto/create-webhook.dto.js';
import { ListDeliveriesQuery } from '../../webhooks/dto/list-deliveries.dto.js';
import { ListWebhooksQuery } from '../../webhooks/dto/list-webhooks.dto.js';
import { type UpdateWebhookBody } from '../../webhooks/dto/update-webhook.dto.js';
import { ReplaysService } from '../../webhooks/deliveries/replays.service.js';
import { DeliveryNotFound, WebhookNotFound } from '../../webhooks/webhook-errors.js';
import { WebhooksService } from '../../webhooks/webhooks.service.js';
import { type Webhook } from '../../webhooks/webhook.entity.js';
import { WebsitesService } from '../../websites/websites.service.js';
import { ConsoleController } from '../console-controller.decorator.js';
import { type Form, FormOf, valueOf } from '../forms/form.decorator.js';
import { type ListQuery, ListQueryOf } from '../forms/list-query.decorator.js';
import { listedBy } from '../forms/listed.js';
import { type Refusal } from '../forms/refusal.js';
import { ifStill } from '../forms/version.js';
import { may } from '../pages/console-page.js';
import { EDITED_WEBHOOK, NEW_WEBHOOK, shownOf } from './webhook-form.js';
import {
  deleteWebhookPage,
  editWebhookPage,
  newWebhookPage,
  pathOf,
  rotatedWebhookPage,
  rotateWebhookPage,
  webhookPage,
  webhooksPage,
  type WebsiteLimit,
} from './webhooks-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

const PATH = '/console/webhooks';
/** Of those that a webhook is limited to. */
const MAX_NAMED_WEBSITES = 10;

@ConsoleController('webhooks')
export class ConsoleWebhooksController {
  constructor(
    private readonly webhooks: WebhooksService,
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplaysService,
    private readonly websites: WebsitesService,
  ) {}

  @Get()
  @NeedsScope('webhooks:read')
  async list(
    @Visit() visit: ConsoleVisit,
    @ListQueryOf(ListWebhooksQuery) list: ListQuery<ListWebhooksQuery>,
  ): Promise<string> {
    const { id } = visit.caller.account;
    const listed = await listedBy(list, (query) => this.webhooks.list(id, query));
    return webhooksPage(visit, { ...listed, refused: null });
  }

  @Post()
  @NeedsScope('webhooks:write', 'webhooks:read')
  @OncePerForm()
  async store(
    @Visit() visit: ConsoleVisit,
    @FormOf(NEW_WEBHOOK) form: Form<CreateWebhookBody>,
  ): Promise<string> {
    try {
      const { record } = await this.webhooks.store(visit.caller, valueOf(form), visit.context.repeatable);
      return newWebhookPage(visit, record);
    } catch (error) {
      const refused = visit.refusalOf(error, form.fields);
      const query = new ListWebhooksQuery();
      const listing = await this.webhooks.list(visit.caller.accountId, query);
      return webhooksPage(visit, { query, faults: [], listing, refused });
    }
  }

  @Get(':id')
  @NeedsScope('webhooks:read')
  async show(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @ListQueryOf(ListDeliveriesQuery) list: ListQuery<ListDeliveriesQuery>,
  ): Promise<string> {
    return this.screenOf(visit, id, { list, refused: null });
  }

  @Get(':id/edit')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async edit(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const webhook = await this.webhooks.show(visit.caller.account.id, id);
    return editWebhookPage(visit, { webhook, limit: await this.limitOf(visit, webhook), refused: null });
  }

  @Post(':id/edit')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async save(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @FormOf(EDITED_WEBHOOK) form: Form<UpdateWebhookBody>,
  ): Promise<string> {
    const webhook = await this.webhooks.show(visit.caller.accountId, id);
    try {
      const change = valueOf(form);
      const ifMatch = ifStill(form.fields, change, shownOf);
      await this.webhooks.update(visit.caller, { id, ifMatch }, change);
      return visit.seeOther(pathOf({ id }), 'webhook-saved');
    } catch (error) {
      const refused = visit.refusalOf(error, form.fields);
      return editWebhookPage(visit, { webhook, limit: await this.limitOf(visit, webhook), refused });
    }
  }

  @Post(':id/enable')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async enable(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.webhooks.update(visit.caller, { id, ifMatch: null }, { enabled: true });
    return visit.seeOther(pathOf({ id }), 'webhook-enabled');
  }

  @Post(':id/disable')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async disable(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.webhooks.update(visit.caller, { id, ifMatch: null }, { enabled: false });
    return visit.seeOther(pathOf({ id }), 'webhook-disabled');
  }

  @Get(':id/rotate-secret')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async confirmRotation(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return rotateWebhookPage(visit, await this.webhooks.show(visit.caller.account.id, id));
  }

  @Post(':id/rotate-secret')
  @NeedsScope('webhooks:write', 'webhooks:read')
  @OncePerForm()
  async rotateSecret(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    const change = { ...visit.context, id, ifMatch: null };
    return rotatedWebhookPage(visit, await this.webhooks.rotateSecret(visit.caller, change));
  }

  @Post(':id/test')
  @NeedsScope('webhooks:write', 'webhooks:read')
  @OncePerForm()
  async test(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return this.sent(visit, id, () => this.deliveries.test(visit.caller, id, visit.context));
  }

  @Post(':id/deliveries/:delivery/replay')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async replay(
    @Visit() visit: ConsoleVisit,
    @Param('id', IdPipe) id: number,
    @Param('delivery', IdPipe) deliveryId: number,
  ): Promise<string> {
    return this.sent(visit, id, () => this.replays.one(visit.caller, deliveryId));
  }

  @Get(':id/delete')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async confirmDeletion(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    return deleteWebhookPage(visit, await this.webhooks.show(visit.caller.account.id, id));
  }

  @Post(':id/delete')
  @NeedsScope('webhooks:write', 'webhooks:read')
  async delete(@Visit() visit: ConsoleVisit, @Param('id', IdPipe) id: number): Promise<string> {
    await this.webhooks.delete(visit.caller, { id, ifMatch: null });
    return visit.seeOther(visit.listBefore(PATH), 'webhook-deleted');
  }

  private async sent(visit: ConsoleVisit, id: number, send: () => Promise<unknown>): Promise<string> {
    try {
      await send();
      return visit.seeOther(visit.listBefore(pathOf({ id })), 'event-queued');
    } catch (error) {
      if (error instanceof WebhookNotFound || error instanceof DeliveryNotFound) throw error;
      const list = { query: new ListDeliveriesQuery(), faults: [] };
      return this.screenOf(visit, id, { list, refused: visit.refusalOf(error) });
    }
  }

  private async screenOf(
    visit: ConsoleVisit,
    id: number,
    { list, refused }: { readonly list: ListQuery<ListDeliveriesQuery>; readonly refused: Refusal | null },
  ): Promise<string> {
    const accountId = visit.caller.account.id;
    const webhook = await this.webhooks.show(accountId, id);
    const listed = await listedBy(list, (query) => this.deliveries.list({ accountId, webhookId: id }, query));
    return webhookPage(visit, { ...listed, webhook, limit: await this.limitOf(visit, webhook), refused });
  }

  /** null: the webhook is about all websites. */
  private async limitOf(visit: ConsoleVisit, { websiteIds }: Webhook): Promise<WebsiteLimit | null> {
    if (websiteIds === null) return null;
    const shown = may(visit, 'websites:read') ? websiteIds.slice(0, MAX_NAMED_WEBSITES) : [];
    return { named: await this.websites.some(visit.caller.accountId, shown), count: websiteIds.length };
  }
}
