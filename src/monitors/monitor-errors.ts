import { DomainError, refusal } from '../platform/errors/domain-error.js';
import { type Monitor } from './monitor.entity.js';

export class MonitorNotFound extends refusal(
  'not_found',
  'This account has no such monitor. GET /api/v1/monitors lists all.',
) {}

export class MonitorExists extends DomainError {
  constructor(readonly monitor: Monitor) {
    super(
      'conflict',
      'Another monitor of this account has the same url, schedule and kind. Change or delete that one.',
    );
  }
}
