import { JobReference } from '../../platform/queue/job.js';

/** The job that makes the next PDF. */
export const PRINT_REPORT = new JobReference('print-report');
