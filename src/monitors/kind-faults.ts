import { type Device } from '../engine/rendering/device.js';
import { type Budget, foreignMetric } from './budgets.js';
import { type MonitorKind } from './monitor-kind.js';

/** Fields that a request may send to some kinds only. */
interface SentFields {
  readonly kind?: MonitorKind;
  readonly device?: Device;
  readonly confirm?: boolean;
  readonly max_pages?: number;
  readonly budgets?: readonly Budget[];
}

/** Sentences by the names of the fields that a monitor of this kind can't have; empty if there are none. */
export function kindFaults(kind: MonitorKind, sent: SentFields): Record<string, string[]> {
  const faults = { ...(kind === 'crawl' ? crawlFaults(sent) : pageFaults(sent)) };
  if (sent.kind !== undefined && sent.kind !== kind)
    faults.kind = [`kind can't be changed. Create another monitor of kind ${sent.kind}.`];
  const foreign = (sent.budgets ?? []).flatMap((budget, at) => {
    const fault = foreignMetric(kind, budget);
    return fault === null ? [] : [`budgets[${String(at)}] ${fault}.`];
  });
  return foreign.length > 0 ? { ...faults, budgets: foreign } : faults;
}

function crawlFaults({ device, confirm }: SentFields): Record<string, string[]> {
  const isOther = device !== undefined && device !== 'mobile';
  return {
    ...(isOther && { device: ['device must be mobile for a monitor of kind crawl, or left out.'] }),
    ...(confirm === true && {
      confirm: [
        'confirm must be false for a monitor of kind crawl, or left out: no second crawl confirms a breach.',
      ],
    }),
  };
}

function pageFaults({ max_pages: maxPages }: SentFields): Record<string, string[]> {
  return maxPages === undefined
    ? {}
    : { max_pages: ['max_pages must be left out for a monitor of kind page: it audits one page.'] };
}
