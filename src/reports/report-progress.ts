import { type FullReport } from './full-report.js';

const MAX_RETRY_SECONDS = 30;

export function isDone({ status }: Pick<FullReport, 'status'>): boolean {
  return status === 'completed' || status === 'failed';
}

/** Seconds since a report was done. */
export function ageSeconds({ generatedAt, updatedAt }: FullReport): number {
  return Math.max(0, Math.floor((Date.now() - (generatedAt ?? updatedAt).getTime()) / 1000));
}

/** Seconds until a client should ask again for a report that is not done: longer, the longer it takes. */
export function retryAfter(report: Pick<FullReport, 'status' | 'createdAt'>): number | null {
  if (isDone(report)) return null;
  const waitedSeconds = (Date.now() - report.createdAt.getTime()) / 1000;
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.round(waitedSeconds / 4)));
}
