import { Get } from '@nestjs/common';
import { ConsoleController } from '../console-controller.decorator.js';
import { HomeService } from './home.service.js';
import { homePage } from './home-page.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

/** The first screen. */
@ConsoleController()
export class ConsoleHomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  async show(@Visit() visit: ConsoleVisit): Promise<string> {
    return homePage(visit, { ...(await this.home.show(visit)), refused: null });
  }
}
