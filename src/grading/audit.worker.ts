import { type MessagePort, threadId } from 'node:worker_threads';
import { type Surroundings } from '../audit/surroundings.js';
import * as work from './audit-page.js';

/** What a thread is asked to do, and where it reports what it has done so far. */
export interface ThreadTask<T> {
  readonly input: T;
  readonly parts: MessagePort;
}

/** Entry of an audit thread: each function is one kind of task. */
export function auditPage(task: ThreadTask<work.PageBytes>) {
  return work.auditPage(task.input, reporter(task));
}

export function auditAround(task: ThreadTask<Surroundings>) {
  return work.auditAround(task.input, reporter(task));
}

export function describePage(task: ThreadTask<work.PageBytes>) {
  reporter(task);
  return work.describePage(task.input);
}

function reporter({ parts }: ThreadTask<unknown>): (part: work.AuditPart) => void {
  const report = (part: work.AuditPart) => {
    parts.postMessage(part);
  };
  report({ threadId });
  return report;
}
