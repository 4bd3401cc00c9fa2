import { Body, Controller, Get, Post, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { type Actor, CurrentActor } from '../../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../../auth/caller.js';
import { Context, RecordId, type RequestContext } from '../../platform/http/handler-parameters.js';
import { Idempotent } from '../../platform/http/idempotency/idempotent.decorator.js';
import {
  ApiAccepted,
  ApiFields,
  ApiListing,
  ApiNoFields,
  ApiProblem,
} from '../../platform/http/openapi/operations.js';
import { DeliveriesService } from './deliveries.service.js';
import { deliveryView, DeliveryView, replayView, ReplayView } from './delivery.view.js';
import { ListDeliveriesQuery } from '../dto/list-deliveries.dto.js';
import { ReplayBody } from '../dto/replay.dto.js';
import { ReplaysService } from './replays.service.js';

const DELIVERY = { schema: DeliveryView, view: deliveryView };
const REPLAY = { schema: ReplayView, view: replayView };

@ApiTags('Webhooks')
@Controller('api/v1')
export class DeliveriesController {
  constructor(
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplaysService,
  ) {}

  @Get('webhooks/:id/deliveries')
  @NeedsScope('webhooks:read')
  @ApiListing(DELIVERY, {
    summary: "List a webhook's deliveries",
    description: 'Deliveries are kept for 30 days.',
    operationId: 'listDeliveries',
  })
  list(
    @CurrentCaller() { account }: Caller,
    @RecordId('webhook') webhookId: number,
    @Query() query: ListDeliveriesQuery,
  ) {
    return this.deliveries.list({ accountId: account.id, webhookId }, query);
  }

  @Post('webhooks/:id/test')
  @NeedsScope('webhooks:write')
  @ApiNoFields()
  @ApiProblem('conflict')
  @ApiAccepted(DELIVERY, {
    summary: 'Test a webhook',
    description:
      'Sends an event of the type webhook.test, which counts as a new report against the limits. The list of deliveries ' +
      'shows how it was received.',
    operationId: 'testWebhook',
  })
  @Idempotent()
  test(
    @CurrentActor() actor: Actor,
    @RecordId('webhook') webhookId: number,
    @Context() context: RequestContext,
  ) {
    return this.deliveries.test(actor, webhookId, context);
  }

  @Post('webhooks/:id/replay')
  @NeedsScope('webhooks:write')
  @ApiFields(ReplayBody, { since: '2026-11-20T15:23:29Z' })
  @ApiProblem('conflict')
  @ApiAccepted(REPLAY, {
    summary: "Replay a webhook's deliveries",
    description:
      'Sends the events since a time again, also those that were received, with the same ids: up to 10,000, ten per ' +
      'second. While the endpoint fails, each request sends at most 50, and no two send within a minute. While a replay ' +
      'is running, no other one begins: the response has the one that runs, which goes back to an earlier time if that ' +
      'was asked for.',
    operationId: 'replayDeliveries',
  })
  replaySince(@CurrentActor() actor: Actor, @RecordId('webhook') id: number, @Body() { since }: ReplayBody) {
    return this.replays.since(actor, id, since);
  }

  @Post('deliveries/:id/replay')
  @NeedsScope('webhooks:write')
  @ApiNoFields()
  @ApiProblem('conflict')
  @ApiAccepted(DELIVERY, {
    summary: 'Replay a delivery',
    description: 'Sends the event again, with the same id and a new signature.',
    operationId: 'replayDelivery',
  })
  replay(@CurrentActor() actor: Actor, @RecordId('delivery') id: number) {
    return this.replays.one(actor, id);
  }
}
