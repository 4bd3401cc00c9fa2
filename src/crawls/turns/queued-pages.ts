/** Queued pages of a crawl without delay, for each audit that its account may have at the same time. */
const MOST_PER_PLACE = 2;
/** At so many, more are queued: several by one job, before the places run out of them. */
const FEW_PER_PLACE = 1.5;

/** @param places audits that an account may have at the same time */
export function mostQueued(places: number): number {
  return MOST_PER_PLACE * places;
}

/** @param places audits that an account may have at the same time */
export function areFewQueued(queued: number, places: number): boolean {
  return queued <= FEW_PER_PLACE * places;
}
