import { Job, type JobHandler } from '../../platform/queue/job.js';
import { ConsoleSessionsRepository } from './console-sessions.repository.js';
import { SignInTokensRepository } from './sign-in-tokens.repository.js';

/** Every hour, deletes sessions and sign-in tokens that have expired. */
@Job({ name: 'forget-console-sessions', cron: '47 * * * *' })
export class ForgetSessionsJob implements JobHandler {
  constructor(
    private readonly sessions: ConsoleSessionsRepository,
    private readonly tokens: SignInTokensRepository,
  ) {}

  async run(): Promise<void> {
    await this.sessions.deleteExpired();
    await this.tokens.deleteExpired();
  }
}
