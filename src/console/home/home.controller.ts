import { Get } from '@nestjs/common';
import { ConsoleController } from '../console-controller.decorator.js';
import { HomeService } from './home.service.js';
import { type ConsoleVisit, Visit } from '../sessions/console-visit.js';

/** The first screen. */
@ConsoleController()
export class ConsoleHomeController {
  constructor(private readonly home: HomeService) {}

  @Get()
  show(@Visit() visit: ConsoleVisit): Promise<string> {
    return this.home.screen(visit);
  }
}
