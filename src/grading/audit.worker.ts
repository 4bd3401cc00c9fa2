import { type MessagePort, threadId } from 'node:worker_threads';
import { type Surroundings } from '../audit/surroundings.js';
import * as work from './audit-page.js';
import { type SitemapBytes, summaryOf } from './sitemap-reader.js';

/** What a thread is asked to do, and where it reports what it has done so far. */
export interface ThreadTask<T> {
  readonly input: T;
  readonly parts: MessagePort;
}

/** Entry of an audit thread: each function is one kind of task. */
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

/** A message costs more than most checks do: several parts share one, unless they take long. */
const MESSAGE_MS = 5;

function reported<T, R>({ parts }: ThreadTask<T>, run: (report: (part: work.AuditPart) => void) => R): R {
  let waiting: work.AuditPart[] = [{ threadId }];
  let sentAtMs = 0;
  const send = () => {
    parts.postMessage(waiting);
    waiting = [];
    sentAtMs = performance.now();
  };
  send();
  const result = run((part) => {
    waiting.push(part);
    if ('facts' in part || performance.now() - sentAtMs > MESSAGE_MS) send();
  });
  if (waiting.length > 0) send();
  return result;
}
