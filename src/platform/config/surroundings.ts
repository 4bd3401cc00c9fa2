/** Whether the environment says that no person watches the terminal. Services of continuous integration set `CI`. */
export function isContinuousIntegration(): boolean {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}

/** Whether the script `cli` of npm started this process. */
export function isStartedByNpm(): boolean {
  return process.env.npm_lifecycle_event === 'cli';
}
