import { Job, type JobHandler } from '../platform/queue/job.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

/** Every hour, deletes the counts of password attempts that no longer limit anything. */
@Job({ name: 'forget-unlock-tries', cron: '41 * * * *' })
export class ForgetTriesJob implements JobHandler {
  constructor(private readonly tries: UnlockTriesRepository) {}

  async run(): Promise<void> {
    await this.tries.forgetOld();
  }
}
