import { RequiredDateTime } from '../../platform/http/rules/dates.js';

export class ReplayBody {
  @RequiredDateTime('Sends all events again that were first sent at this time or later.') since!: Date;
}
