import { refusal } from '../platform/errors/domain-error.js';

export class MonitorNotFound extends refusal(
  'not_found',
  'This account has no such monitor. GET /api/v1/monitors lists all.',
) {}

export class MonitorExists extends refusal(
  'conflict',
  'Another monitor of this account has the same url, schedule and kind. Change or delete that one.',
) {}
