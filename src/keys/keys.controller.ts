import { Body, Controller, Delete, Get, Patch, Post, Query } from '@nestjs/common';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type ApiKey } from '../auth/api-key.entity.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';
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
  ApiProblem,
  ApiRecord,
  ApiStored,
} from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { CreateKeyBody } from './dto/create-key.dto.js';
import { ListKeysQuery } from './dto/list-keys.dto.js';
import { RotateKeyBody } from './dto/rotate-key.dto.js';
import { UpdateKeyBody } from './dto/update-key.dto.js';
import { apiKeyView, ApiKeyView, newKeyView, NewKeyView, versionOf } from './key.view.js';
import { KeysService } from './keys.service.js';

const KEY = { schema: ApiKeyView, view: apiKeyView, version: versionOf };
const NEW_KEY = { schema: NewKeyView, view: newKeyView, version: versionOf, path: '/api/v1/keys' };
const INTERRUPTED =
  'An interrupted request with the same Idempotency-Key created the key. Its secret is lost: rotate or delete it.';

@ApiDescribedTag({
  name: 'Keys',
  description: 'Bearer keys of the account, and the log of what they changed.',
  place: 3,
})
@Controller('api/v1/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @NeedsScope('keys:read')
  @ApiListing(KEY, {
    summary: 'List keys',
    description: 'Expired keys are listed, deleted ones are not.',
    operationId: 'listKeys',
  })
  list(@CurrentCaller() caller: Caller, @Query() query: ListKeysQuery) {
    return this.keys.list(caller.account.id, query);
  }

  @Get(':id')
  @NeedsScope('keys:read')
  @ApiIfNoneMatch()
  @ApiRecord(KEY, { summary: 'Show a key', operationId: 'showKey' })
  show(@CurrentCaller() caller: Caller, @RecordId('key') id: number) {
    return this.keys.show(caller.account.id, id);
  }

  @Post()
  @NeedsScope('keys:write')
  @ApiFields(CreateKeyBody, { name: 'ci', scopes: ['reports:read', 'reports:write'] })
  @ApiProblem('not_found')
  @ApiProblem('conflict')
  @ApiProblem('later_expiry')
  @ApiStored(NEW_KEY, {
    summary: 'Create a key',
    description: 'The response alone has the secret. The key works on every replica within a second.',
    operationId: 'storeKey',
    existing: INTERRUPTED,
  })
  @Idempotent()
  store(
    @CurrentActor() actor: Actor,
    @Body() body: CreateKeyBody,
    @Context() { repeatable }: RequestContext,
  ) {
    return this.keys.store(actor, body, repeatable);
  }

  @Patch(':id')
  @NeedsScope('keys:write')
  @ApiFields(UpdateKeyBody, { name: 'deployment' })
  @ApiProblem('conflict')
  @ApiProblem('later_expiry')
  @ApiRecord(KEY, {
    summary: 'Update a key',
    description: 'Changes only the fields that are sent, on every replica within a second.',
    operationId: 'updateKey',
  })
  update(
    @CurrentActor() actor: Actor,
    @ChangeOf('key', KEY) change: Change<ApiKey>,
    @Body() body: UpdateKeyBody,
  ) {
    return this.keys.update(actor, change, body);
  }

  @Post(':id/rotate')
  @NeedsScope('keys:write')
  @ApiFields(RotateKeyBody, { overlap_hours: 24 })
  @ApiProblem('conflict')
  @ApiProblem('later_expiry')
  @ApiStored(NEW_KEY, {
    summary: 'Replace a key',
    description:
      'Creates a key with the same name, scopes and expiry, and lets the old one expire. A key can’t replace one that ' +
      'works longer than itself.',
    operationId: 'rotateKey',
    existing: INTERRUPTED,
  })
  @Idempotent()
  rotate(
    @CurrentActor() actor: Actor,
    @ChangeOf('key', KEY) change: Change<ApiKey>,
    @Body() body: RotateKeyBody,
  ) {
    return this.keys.rotate(actor, change, body);
  }

  @Delete(':id')
  @NeedsScope('keys:write')
  @ApiProblem('conflict')
  @ApiDeleted('key', {
    summary: 'Delete a key',
    description: 'It stops working on every replica within a second.',
    operationId: 'deleteKey',
  })
  delete(@CurrentActor() actor: Actor, @ChangeOf('key', KEY) change: Change<ApiKey>): Promise<void> {
    return this.keys.revoke(actor, change);
  }
}
