import { RENDER_MODES, type RenderMode } from '../../engine/grading/render-mode.js';
import { targetFault } from '../../engine/page-loader/target.js';
import { BySettings } from '../../platform/http/rules/settings-rule.js';
import { Integer } from '../../platform/http/rules/number.js';
import { OneOf, TrueOrFalse } from '../../platform/http/rules/choices.js';
import { OptionalText, RemovableText, RequiredText } from '../../platform/http/rules/text.js';
import { type Device, DEVICES } from '../../engine/rendering/device.js';
import { type Budget } from '../budgets.js';
import {
  DEFAULT_CRAWLED_PAGES,
  MAX_CRAWLED_PAGES,
  MONITOR_KINDS,
  type MonitorKind,
} from '../monitor-kind.js';
import { scheduleFault, timeZoneFault } from '../schedule/schedule.js';
import { Budgets } from './budgets.js';

export const URL_TEXT = {
  maxLength: 2048,
  description:
    'URL of the page, or of the one that a crawl starts from, by the rules of POST /api/v1/reports.',
  example: 'https://example.com/',
};
export const SCHEDULE_TEXT = {
  maxLength: 100,
  description:
    'When to run: five cron fields, @hourly, @daily, @weekly, @monthly, or an interval such as "every 6h" (m, h, d; ' +
    'counted from midnight UTC of 1 January 1970). At least five minutes apart.',
  example: '0 6 * * *',
};
export const TIME_ZONE_TEXT = {
  maxLength: 100,
  description:
    'IANA time zone of the cron fields. A time that the clock skips runs at the next minute that exists; one that ' +
    'comes twice runs once, the first time.',
  example: 'Europe/Berlin',
};
export const NAME_TEXT = {
  maxLength: 255,
  description: 'For people.',
  example: 'Start page',
  isLabel: true,
};
export const RENDER = { description: 'As in POST /api/v1/reports.' };
export const DEVICE = { description: 'As in POST /api/v1/reports; of a crawl: mobile.' };
export const KIND = 'page: a report of the page; crawl: a crawl of its website.';
export const MAX_PAGES = {
  min: 1,
  max: MAX_CRAWLED_PAGES,
  description: 'Maximum number of pages to audit; of kind crawl only.',
};
export const BUDGETS = 'The limits that are watched, up to 20; JSON only.';
export const CONFIRM =
  'Whether a second audit, at once, has to confirm a breach before it is told; of a crawl: false.';
export const ENABLED = 'Whether it runs by its schedule.';

/** Fields that are absent keep their values if the monitor exists. */
export class CreateMonitorBody {
  @BySettings(targetFault) @RequiredText(URL_TEXT) url!: string;

  @BySettings(scheduleFault) @RequiredText(SCHEDULE_TEXT) schedule!: string;

  @OneOf(MONITOR_KINDS, { description: `${KIND} It never changes. Default: page.` }) kind?: MonitorKind;

  @Integer({
    ...MAX_PAGES,
    description: `${MAX_PAGES.description} Default: ${String(DEFAULT_CRAWLED_PAGES)}.`,
  })
  max_pages?: number;

  @BySettings(timeZoneFault)
  @OptionalText({ ...TIME_ZONE_TEXT, description: `${TIME_ZONE_TEXT.description} Default: UTC.` })
  timezone?: string;

  @OneOf(RENDER_MODES, { description: `${RENDER.description} Default: the setting DEFAULT_RENDER.` })
  render?: RenderMode;

  @OneOf(DEVICES, { description: `${DEVICE.description} Default: mobile.` }) device?: Device;

  @Budgets(
    `${BUDGETS} Default: the score may drop by 10 (of a crawl, its mean by 5), and the page must load.`,
  )
  budgets?: Budget[];

  @TrueOrFalse({ description: `${CONFIRM} Default: true; of a crawl: false.` }) confirm?: boolean;

  @TrueOrFalse({ description: `${ENABLED} Default: true.` }) enabled?: boolean;

  @RemovableText(NAME_TEXT) name?: string | null;
}
