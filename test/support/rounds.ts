/** How many times a test repeats its fault: the environment variable RESILIENCE_ROUNDS, or else a number that is small
 *  enough for `npm test`. */
export function rounds(byDefault: number): number {
  return Number(process.env.RESILIENCE_ROUNDS ?? byDefault);
}
