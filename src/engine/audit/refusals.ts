import { type SiteResponse } from './surroundings.js';

/** Statuses by which other sites refuse programs but not browsers: those that ask for an account or forbid, Facebook (400),
 *  bot protection (405, 406), sites that are not for every country (451), and shops (503). */
const REFUSALS = new Set<number | null>([400, 401, 403, 405, 406, 451, 503]);

/** Whether another site may have refused us alone.
 *  @param isOwn whether the response is the page's own site's */
export function isRefusal({ status }: Pick<SiteResponse, 'status'>, isOwn: boolean): boolean {
  return !isOwn && REFUSALS.has(status);
}
