import { Integer } from '../../platform/http/rules/number.js';

export class RotateKeyBody {
  @Integer({ min: 0, max: 168, default: 24, description: 'Hours in which the old key still works.' })
  overlap_hours = 24;
}
