import { Controller, Get } from '@nestjs/common';
import { ApiRecord } from '../platform/http/openapi/operations.js';
import { ApiDescribedTag } from '../platform/http/openapi/tags.js';
import { type Allowance } from '../platform/http/rate-limits/rate-limiter.js';
import { AccountService } from './account.service.js';
import { accountView, AccountView, type AccountOverview } from './account.view.js';
import { type Caller, CurrentCaller, RequestsLeft } from './caller.js';

/** Its limits change with every request, so it has no entity tag. */
const ACCOUNT = { schema: AccountView, view: accountView, version: null };

@ApiDescribedTag({ name: 'Account', description: 'The account and the key in use.', place: 4 })
@Controller('api/v1/account')
export class AccountController {
  constructor(private readonly account: AccountService) {}

  @Get()
  @ApiRecord(ACCOUNT, { summary: 'Show the account and the key in use', operationId: 'showAccount' })
  show(
    @CurrentCaller() caller: Caller,
    @RequestsLeft() requests: Allowance | null,
  ): Promise<AccountOverview> {
    return this.account.show(caller, requests);
  }
}
