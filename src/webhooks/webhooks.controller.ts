import { Body, Controller, Delete, Get, Patch, Post, Query, UseInterceptors } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
import { BodyInterceptor } from '../platform/http/body.interceptor.js';
import {
  type Change,
  ChangeOf,
  Context,
  RecordId,
  type RequestContext,
} from '../platform/http/handler-parameters.js';
import { Idempotent } from '../platform/http/idempotency/idempotent.decorator.js';
import {
  ApiDeleted,
  ApiFields,
  ApiIfNoneMatch,
  ApiListing,
  ApiNoFields,
  ApiProblem,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { CreateWebhookBody } from './dto/create-webhook.dto.js';
import { ListWebhooksQuery } from './dto/list-webhooks.dto.js';
import { UpdateWebhookBody } from './dto/update-webhook.dto.js';
import { type Webhook } from './webhook.entity.js';
import {
  newWebhookView,
  NewWebhookView,
  readableBody,
  versionOfNew,
  webhookView,
  WebhookView,
} from './webhook.view.js';
import { WebhooksService } from './webhooks.service.js';

const WEBHOOK = { schema: WebhookView, view: webhookView };
const NEW_WEBHOOK = { schema: NewWebhookView, view: newWebhookView, version: versionOfNew };

@ApiTags('Webhooks')
@Controller('api/v1/webhooks')
@UseInterceptors(new BodyInterceptor(readableBody))
export class WebhooksController {
  constructor(private readonly webhooks: WebhooksService) {}

  @Get()
  @NeedsScope('webhooks:read')
  @ApiListing(WEBHOOK, { summary: 'List webhooks', operationId: 'listWebhooks' })
  list(@CurrentCaller() { account }: Caller, @Query() query: ListWebhooksQuery) {
    return this.webhooks.list(account.id, query);
  }

  @Get(':id')
  @NeedsScope('webhooks:read')
  @ApiIfNoneMatch()
  @ApiRecord(WEBHOOK, { summary: 'Show a webhook', operationId: 'showWebhook' })
  show(@CurrentCaller() { account }: Caller, @RecordId('webhook') id: number) {
    return this.webhooks.show(account.id, id);
  }

  @Post()
  @NeedsScope('webhooks:write')
  @ApiFields(CreateWebhookBody, {
    url: 'https://hooks.example.com/pagegrade',
    events: ['report.completed', 'report.failed'],
  })
  @ApiProblem('conflict')
  @ApiProblem('not_found')
  @ApiStored(NEW_WEBHOOK, {
    summary: 'Create a webhook',
    description:
      'Events are sent as POST requests, signed by Standard Webhooks with the secret that this response alone has.',
    operationId: 'storeWebhook',
    existing:
      'An interrupted request with the same Idempotency-Key created the webhook. Its secret is lost: rotate it.',
  })
  @Idempotent()
  store(
    @CurrentActor() actor: Actor,
    @Body() body: CreateWebhookBody,
    @Context() { repeatable }: RequestContext,
  ) {
    return this.webhooks.store(actor, body, repeatable);
  }

  @Patch(':id')
  @NeedsScope('webhooks:write')
  @ApiFields(UpdateWebhookBody, { events: ['report.completed'] })
  @ApiRecord(WEBHOOK, {
    summary: 'Update a webhook',
    description:
      'Changes only the fields that are sent. Deliveries that wait for a disabled webhook fail. A new url is sent what is ' +
      'due at once, even if the old one asked to wait by Retry-After.',
    operationId: 'updateWebhook',
  })
  update(
    @CurrentActor() actor: Actor,
    @ChangeOf('webhook', WEBHOOK) change: Change<Webhook>,
    @Body() body: UpdateWebhookBody,
  ) {
    return this.webhooks.update(actor, change, body);
  }

  @Post(':id/rotate-secret')
  @NeedsScope('webhooks:write')
  @ApiNoFields()
  @ApiRecord(NEW_WEBHOOK, {
    summary: "Replace a webhook's secret",
    description:
      'The response alone has the new secret: not the one to a repeated Idempotency-Key. For 24 hours, requests are ' +
      'signed with both. No more than two secrets sign: a second rotation within that time ends the first secret, and ' +
      'one within a minute of the other counts as the same, so that the secret before both keeps signing.',
    operationId: 'rotateWebhookSecret',
  })
  @Idempotent()
  rotateSecret(@CurrentActor() actor: Actor, @ChangeOf('webhook', WEBHOOK) change: Change<Webhook>) {
    return this.webhooks.rotateSecret(actor, change);
  }

  @Delete(':id')
  @NeedsScope('webhooks:write')
  @ApiDeleted('webhook', {
    summary: 'Delete a webhook',
    description: 'Nothing more is sent, and its deliveries are deleted, too.',
    operationId: 'deleteWebhook',
  })
  delete(@CurrentActor() actor: Actor, @ChangeOf('webhook', WEBHOOK) change: Change<Webhook>): Promise<void> {
    return this.webhooks.delete(actor, change);
  }
}
