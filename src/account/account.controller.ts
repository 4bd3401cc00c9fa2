import { Body, Controller, Get, Patch } from '@nestjs/common';
import { ApiExtraModels } from '@nestjs/swagger';
import { BrandBody } from './brand/dto/brand.dto.js';
import { UpdateAccountBody } from './brand/dto/update-account.dto.js';
import {
  Context,
  IfMatch,
  type Precondition,
  type RequestContext,
} from '../platform/http/handler-parameters.js';
import { JsonBody } from '../platform/http/input/json-body.decorator.js';
import { ApiIfNoneMatch, ApiJson, ApiRecord } from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { AccountService } from './account.service.js';
import {
  accountVersion,
  accountVersionOf,
  accountView,
  AccountView,
  type AccountVersion,
} from './account.view.js';
import { type Actor, CurrentActor } from '../auth/actor.js';
import { type Caller, CurrentCaller, NeedsScope } from '../auth/caller.js';

/** A logo of 200 kB in base64, and the other fields. */
const LIMIT_BYTES = 300 * 1024;

const ACCOUNT = { schema: AccountView, view: accountView, version: accountVersionOf };
const VERSION = { schema: AccountView, view: accountVersion };

@ApiDescribedTag({ name: 'Account', description: 'The account and the key in use.', place: 4 })
@Controller('api/v1/account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @ApiIfNoneMatch()
  @ApiRecord(ACCOUNT, {
    summary: 'Show the account and the key in use',
    description: 'The ETag is that of name and brand: counts and limits change without it.',
    operationId: 'showAccount',
  })
  show(@CurrentCaller() caller: Caller, @Context() { requestsLeft }: RequestContext) {
    return this.account.show(caller, requestsLeft);
  }

  @Patch()
  @NeedsScope('websites:write')
  @JsonBody(LIMIT_BYTES)
  @ApiJson(UpdateAccountBody)
  @ApiExtraModels(BrandBody)
  @ApiRecord(ACCOUNT, {
    summary: 'Update the account',
    description:
      'Sets the brand, which the share pages of all websites of the account show in place of Pagegrade. Changes only the ' +
      'fields that are sent.',
    operationId: 'updateAccount',
  })
  async update(
    @CurrentActor() actor: Actor,
    @Body() body: UpdateAccountBody,
    @IfMatch(VERSION) ifMatch: Precondition<AccountVersion>,
    @Context() { warnings, requestsLeft }: RequestContext,
  ) {
    await this.account.update(actor, body, { ifMatch, warnings });
    return this.account.show(actor, requestsLeft);
  }
}
