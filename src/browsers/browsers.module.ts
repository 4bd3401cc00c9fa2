import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { CONFIG } from '../platform/config/config.js';
import { BrowserPresence } from './browser-presence.entity.js';
import { BrowserPresenceRepository } from './browser-presence.repository.js';
import { CONFIGURED_BROWSER, startedBrowser } from './configured-browser.js';
import { RenderingAvailability } from './rendering-availability.js';

@Module({
  imports: [TypeOrmModule.forFeature([BrowserPresence])],
  providers: [
    { provide: CONFIGURED_BROWSER, inject: [CONFIG], useFactory: startedBrowser },
    BrowserPresenceRepository,
    RenderingAvailability,
  ],
  exports: [CONFIGURED_BROWSER, RenderingAvailability],
})
export class RenderingModule {}
