/** Whether the environment says that no person watches the terminal. Services of continuous integration set `CI`. */
export function isContinuousIntegration(): boolean {
  return !['', '0', 'false'].includes(process.env.CI ?? '');
}
