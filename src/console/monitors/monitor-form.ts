import { type Device } from '../../engine/rendering/device.js';
import { CreateMonitorBody } from '../../monitors/dto/create-monitor.dto.js';
import { UpdateMonitorBody } from '../../monitors/dto/update-monitor.dto.js';
import { type Monitor } from '../../monitors/monitor.entity.js';
import { type MonitorKind } from '../../monitors/monitor-kind.js';
import { type ParameterErrors } from '../../platform/errors/problems.js';
import { type Fields } from '../../platform/http/input/input.js';
import { budgetOf, typedRows } from './budget-rows.js';
import { type FormRules } from '../forms/form.decorator.js';
import { textOf } from '../forms/refusal.js';
import { emptied } from '../forms/required.js';
import { type Shown } from '../forms/version.js';

/** Schedules that a form offers; any other one is written. */
export const SCHEDULES = [
  ['@daily', 'Daily'],
  ['@hourly', 'Hourly'],
  ['every 6h', 'Every 6 hours'],
  ['@weekly', 'Weekly'],
  ['@monthly', 'Monthly'],
] as const;

/** A schedule as the forms call it. */
export function scheduleText(schedule: string): string {
  return SCHEDULES.find(([one]) => one === schedule)?.[1] ?? schedule;
}

/** Chosen for a schedule that is written. */
export const OTHER_SCHEDULE = ['', 'Another one, as written'] as const;

export const DEVICE_WORDS: Readonly<Record<Device, string>> = { mobile: 'a phone', desktop: 'a computer' };

export const NEW_MONITOR: FormRules<CreateMonitorBody> = { dto: CreateMonitorBody, fieldsOf, faultsOf };

/** Names that are left empty are removed. */
export const EDITED_MONITOR: FormRules<UpdateMonitorBody> = {
  dto: UpdateMonitorBody,
  fieldsOf: (typed) => ({
    ...fieldsOf(typed),
    name: typeof typed.name === 'string' && typed.name.trim() === '' ? null : typed.name,
  }),
  faultsOf: (typed) => ({ ...emptied(typed, ['url', 'timezone', 'max_pages']), ...faultsOf(typed) }),
};

/** What the form changes. */
export function shownOf(monitor: Monitor): Shown {
  const { url, name, schedule, timezone, confirm, render, device, maxPages, budgets } = monitor;
  return { url, name, schedule, timezone, confirm, render, device, max_pages: maxPages, budgets };
}

export function kindOf(typed: Fields): MonitorKind {
  return typed.kind === 'crawl' ? 'crawl' : 'page';
}

function fieldsOf(typed: Fields): Fields {
  const own = Object.entries(typed).filter(
    ([name]) => !name.startsWith('budget_') && name !== 'other_schedule',
  );
  const rows = typedRows(typed);
  const budgets = rows?.map((row) => budgetOf(row, kindOf(typed)));
  const schedule = typed.schedule === '' ? otherScheduleOf(typed) : typed.schedule;
  return { ...Object.fromEntries(own), schedule, ...(budgets && { budgets }) };
}

function faultsOf(typed: Fields): ParameterErrors {
  const isOther = typed.schedule === '';
  const isWritten = otherScheduleOf(typed) !== '';
  if (typed.other_schedule === undefined || isOther === isWritten) return {};
  return {
    other_schedule: [
      isOther
        ? 'Write a schedule, or choose one.'
        : `To use it, choose "${OTHER_SCHEDULE[1]}"; otherwise leave it empty.`,
    ],
  };
}

function otherScheduleOf(typed: Fields): string {
  return textOf(typed, 'other_schedule').trim();
}
