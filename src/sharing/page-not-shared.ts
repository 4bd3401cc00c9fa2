import { refusal } from '../platform/errors/domain-error.js';

/** Does not say whether the page exists. */
export class PageNotShared extends refusal(
  'not_found',
  'There is no such page, or it is private. Its owner can share it by changing the privacy of the website.',
) {}
