import { attribute, type Element } from './dom.js';

/** States and properties that any element may carry: with one of them an element is more than presentation.
 *  @see https://www.w3.org/TR/wai-aria-1.2/#global_states */
const GLOBAL_ATTRIBUTES =
  'atomic busy controls current describedby details disabled dropeffect errormessage flowto grabbed haspopup hidden invalid keyshortcuts label labelledby live owns relevant roledescription'
    .split(' ')
    .map((name) => `aria-${name}`);

export function hasGlobalAria(element: Element): boolean {
  return GLOBAL_ATTRIBUTES.some((name) => attribute(element, name) !== undefined);
}
