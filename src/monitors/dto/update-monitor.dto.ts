import { RENDER_MODES, type RenderMode } from '../../engine/grading/render-mode.js';
import { targetFault } from '../../engine/page-loader/target.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { Integer } from '../../platform/http/rules/number.js';
import { OneOf, TrueOrFalse } from '../../platform/http/rules/choices.js';
import { OptionalText, RemovableText } from '../../platform/http/rules/text.js';
import { type Device, DEVICES } from '../../engine/rendering/device.js';
import { type Budget } from '../budgets.js';
import { MONITOR_KINDS, type MonitorKind } from '../monitor-kind.js';
import { scheduleFault, timeZoneFault } from '../schedule/schedule.js';
import { Budgets } from './budgets.js';
import {
  BUDGETS,
  CONFIRM,
  DEVICE,
  ENABLED,
  MAX_PAGES,
  NAME_TEXT,
  RENDER,
  SCHEDULE_TEXT,
  TIME_ZONE_TEXT,
  URL_TEXT,
} from './create-monitor.dto.js';

export class UpdateMonitorBody {
  @BySettings(targetFault) @OptionalText(URL_TEXT) url?: string;

  @BySettings(scheduleFault)
  @OptionalText({ ...SCHEDULE_TEXT, example: 'every 6h' })
  schedule?: string;

  @OneOf(MONITOR_KINDS, { description: 'Can not be changed: the kind that it has.' }) kind?: MonitorKind;

  @Integer(MAX_PAGES) max_pages?: number;

  @BySettings(timeZoneFault) @OptionalText(TIME_ZONE_TEXT) timezone?: string;

  @OneOf(RENDER_MODES, RENDER) render?: RenderMode;

  @OneOf(DEVICES, DEVICE) device?: Device;

  @Budgets(BUDGETS) budgets?: Budget[];

  @TrueOrFalse({ description: CONFIRM }) confirm?: boolean;

  @TrueOrFalse({ description: ENABLED }) enabled?: boolean;

  @RemovableText(NAME_TEXT) name?: string | null;
}
