/** Name of the jobs that have workers look into the line of pending audits. */
export const AUDIT_JOB = 'audit';
