import { type MessagePort, threadId } from 'node:worker_threads';
import { type Surroundings } from '../audit/surroundings.js';
import * as work from './audit-page.js';
import { ownTid } from './cpu-budget.js';
import { type LocationsTask, locationsIn } from './sitemap-locations.js';
import { type SitemapBytes, summaryOf } from './sitemap-reader.js';

/** Input of a task, and the port for its partial results. */
export interface ThreadTask<T> {
  readonly input: T;
  readonly parts: MessagePort;
}

/** Entry point of audit threads; each exported function is one kind of task. */
export function auditPage(task: ThreadTask<work.PageBytes>) {
  return reported(task, (report) => work.auditPage(task.input, report));
}

export function auditAround(task: ThreadTask<Surroundings>) {
  return reported(task, (report) => work.auditAround(task.input, report));
}

export function describePage(task: ThreadTask<work.PageBytes>) {
  return reported(task, () => work.describePage(task.input));
}

export function readSitemap(task: ThreadTask<SitemapBytes>) {
  return reported(task, () => summaryOf(task.input));
}

export function readLocations(task: ThreadTask<LocationsTask>) {
  return reported(task, () => locationsIn(task.input));
}

/** Parts are sent in batches of this duration, because a message costs more than most checks. */
const MESSAGE_MS = 5;

const tid = ownTid();

function reported<T, R>({ parts }: ThreadTask<T>, run: (report: (part: work.AuditPart) => void) => R): R {
  let batch: work.AuditPart[] = [{ threadId, tid }];
  let sentAtMs = 0;
  const send = () => {
    parts.postMessage(batch);
    batch = [];
    sentAtMs = performance.now();
  };
  send();
  const result = run((part) => {
    batch.push(part);
    if ('facts' in part || performance.now() - sentAtMs > MESSAGE_MS) send();
  });
  if (batch.length > 0) send();
  return result;
}
