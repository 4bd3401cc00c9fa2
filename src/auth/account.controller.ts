import { Controller, Get, Inject, Query, Req } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { CONFIG, type Config } from '../config/config.js';
import { type Request } from 'express';
import { CreationLimitRepository } from './creation-limit.repository.js';
import { NoParameters } from '../http/input/no-parameters.dto.js';
import { AnswersRecord } from '../http/openapi/answers.js';
import { accountView, AccountView } from './account.view.js';
import { type Caller, CurrentCaller } from './caller.js';
import { KeysRepository } from './keys.repository.js';

@ApiTags('Account')
@Controller('api/v1/account')
export class AccountController {
  constructor(
    private readonly keys: KeysRepository,
    private readonly creations: CreationLimitRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @AnswersRecord(AccountView, { summary: 'Show the account and the key in use', operationId: 'showAccount' })
  async show(
    @CurrentCaller() caller: Caller,
    @Query() _query: NoParameters,
    @Req() request: Request,
  ): Promise<{ data: AccountView }> {
    const { createLimit, accountConcurrency } = this.config;
    const creations = createLimit === 0 ? null : await this.creations.look(caller.key.id, createLimit);
    const limits = { requests: request.allowance, creations, audits_at_once: accountConcurrency };
    return { data: accountView(caller, await this.keys.totalsOf(caller.account.id), limits) };
  }
}
