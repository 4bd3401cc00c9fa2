import { RENDER_MODES, type RenderMode } from '../../engine/grading/render-mode.js';
import { OneOf } from '../../platform/http/rules/one-of.js';
import { OptionalText, RemovableText } from '../../platform/http/rules/text.js';
import { TrueOrFalse } from '../../platform/http/rules/true-or-false.js';
import { type Device, DEVICES } from '../../engine/rendering/device.js';
import { type Budget } from '../budgets.js';
import { Budgets } from './budgets.js';
import {
  BUDGETS,
  CONFIRM,
  DEVICE,
  ENABLED,
  NAME_TEXT,
  RENDER,
  SCHEDULE_TEXT,
  TIME_ZONE_TEXT,
  URL_TEXT,
} from './create-monitor.dto.js';

export class UpdateMonitorBody {
  @OptionalText(URL_TEXT) url?: string;

  @OptionalText({ ...SCHEDULE_TEXT, example: 'every 6h' }) schedule?: string;

  @OptionalText(TIME_ZONE_TEXT) timezone?: string;

  @OneOf(RENDER_MODES, RENDER) render?: RenderMode;

  @OneOf(DEVICES, DEVICE) device?: Device;

  @Budgets(BUDGETS) budgets?: Budget[];

  @TrueOrFalse({ description: CONFIRM }) confirm?: boolean;

  @TrueOrFalse({ description: ENABLED }) enabled?: boolean;

  @RemovableText(NAME_TEXT) name?: string | null;
}
