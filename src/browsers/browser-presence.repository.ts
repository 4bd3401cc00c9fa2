import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type Repository } from 'typeorm';
import { BrowserPresence } from './browser-presence.entity.js';

@Injectable()
export class BrowserPresenceRepository {
  constructor(@InjectRepository(BrowserPresence) private readonly presence: Repository<BrowserPresence>) {}

  /** Tells all processes that this one has a browser. */
  async announce(): Promise<void> {
    await this.presence.upsert({ isOnly: true, seenAt: () => 'now()' }, ['isOnly']);
  }

  /** Whether a process with a browser was seen in the last seconds. */
  async wasSeenWithin(seconds: number): Promise<boolean> {
    return this.presence
      .createQueryBuilder('presence')
      .where('presence.seen_at >= now() - make_interval(secs => :seconds)', { seconds })
      .getExists();
  }
}
