/** How often a rendered page may be loaded. */
export const LOAD_RUNS = [1, 3, 5] as const;
export type LoadRuns = (typeof LOAD_RUNS)[number];
