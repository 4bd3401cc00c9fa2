import { Controller, Get, Query } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { NoParameters } from '../http/input/no-parameters.dto.js';
import { AnswersRecord } from '../http/openapi/answers.js';
import { accountView, AccountView } from './account.view.js';
import { type Caller, CurrentCaller } from './caller.js';
import { KeysRepository } from './keys.repository.js';

@ApiTags('Account')
@Controller('api/v1/account')
export class AccountController {
  constructor(private readonly keys: KeysRepository) {}

  @Get()
  @AnswersRecord(AccountView, { summary: 'Show the account and the key in use', operationId: 'showAccount' })
  async show(@CurrentCaller() caller: Caller, @Query() _query: NoParameters): Promise<{ data: AccountView }> {
    return { data: accountView(caller, await this.keys.totalsOf(caller.account.id)) };
  }
}
