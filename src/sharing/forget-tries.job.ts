import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../queue/job-runner.js';
import { UnlockTriesRepository } from './unlock-tries.repository.js';

/** Deletes expired password attempts every hour. */
@Injectable()
export class ForgetTriesJob implements OnModuleInit {
  constructor(
    private readonly tries: UnlockTriesRepository,
    private readonly runner: JobRunner,
  ) {}

  onModuleInit(): void {
    this.runner.schedule('forget-unlock-tries', '41 * * * *', () => this.tries.forgetOld());
  }
}
