import { Injectable, type OnModuleInit } from '@nestjs/common';
import { JobRunner } from '../queue/job-runner.js';
import { DeletedWebsitesRepository } from './deleted-websites.repository.js';

/** How long it works on end: of the few seconds between two times it leaves most to others. */
const ON_END_MS = 2000;

/** Frees the space of deleted websites with many reports. */
@Injectable()
export class DeleteHiddenReportsJob implements OnModuleInit {
  constructor(
    private readonly deleted: DeletedWebsitesRepository,
    private readonly runner: JobRunner,
  ) {}

  onModuleInit(): void {
    this.runner.keepDoing(() => this.run());
  }

  private async run(): Promise<void> {
    const until = performance.now() + ON_END_MS;
    while (performance.now() < until && !this.runner.isStopping) {
      if (!(await this.deleted.deleteSome())) return;
    }
  }
}
