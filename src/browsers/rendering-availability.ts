import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { Database } from '../platform/database/database.js';
import { BrowserPresenceRepository } from './browser-presence.repository.js';
import { CONFIGURED_BROWSER, type ConfiguredBrowser } from './configured-browser.js';
import { removeOrphans } from '../engine/rendering/profiles.js';

const ANNOUNCE_MS = 15_000;
/** Longer than a process with a browser takes to be replaced. */
const PRESENT_SECONDS = 60;
const CACHED_MS = 5000;

/** Knows whether pages can be rendered, by this process or by another one. */
@Injectable()
export class RenderingAvailability implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;
  private known = { isAvailable: false, atMs: -Infinity };

  constructor(
    @Inject(CONFIGURED_BROWSER) private readonly browser: ConfiguredBrowser,
    private readonly presence: BrowserPresenceRepository,
    private readonly database: Database,
  ) {}

  get hasBrowser(): boolean {
    return this.browser.program !== null;
  }

  onApplicationBootstrap(): void {
    if (!this.hasBrowser) return;
    void removeOrphans();
    const announce = () => void this.presence.announce().catch(() => undefined);
    void this.database.whenReady().then(announce);
    this.timer = setInterval(announce, ANNOUNCE_MS).unref();
  }

  beforeApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** Whether a process with a browser runs, or ran within the last minute. */
  async isAvailable(): Promise<boolean> {
    if (this.hasBrowser) return true;
    const now = performance.now();
    if (now - this.known.atMs > CACHED_MS) {
      this.known = { isAvailable: await this.presence.wasSeenWithin(PRESENT_SECONDS), atMs: now };
    }
    return this.known.isAvailable;
  }
}
