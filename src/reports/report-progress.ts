import { type FullReport } from './reports.repository.js';

const MAX_RETRY_SECONDS = 30;

export function isDone({ report }: FullReport): boolean {
  return report.status === 'completed' || report.status === 'failed';
}

/** Seconds since a report was done. */
export function ageSeconds({ report: { generated_at, updated_at } }: FullReport): number {
  return Math.max(0, Math.floor((Date.now() - (generated_at ?? updated_at).getTime()) / 1000));
}

/** Seconds until a client should ask again for a report that is not done: longer, the longer it takes. */
export function retryAfter(report: FullReport): number | null {
  if (isDone(report)) return null;
  const waitedSeconds = (Date.now() - report.report.created_at.getTime()) / 1000;
  return Math.min(MAX_RETRY_SECONDS, Math.max(1, Math.round(waitedSeconds / 4)));
}
