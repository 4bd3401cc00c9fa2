import { type ParityCase } from '../case.js';

/** What a page is served without; style attributes always count. */
export type Without = 'scripts' | 'sheets' | 'both';

export const NO_SCRIPTS = "script-src 'none'";
const NO_SHEETS = "style-src-elem 'none'";

const POLICIES: Readonly<Record<Without, string>> = {
  scripts: NO_SCRIPTS,
  sheets: NO_SHEETS,
  both: `${NO_SCRIPTS}; ${NO_SHEETS}`,
};

/** Id of the case that is served without. */
export function variantId(id: string, without: Without): string {
  return `${id}-no-${without}`;
}

/** The case with a policy that stops scripts, style sheets, or both. Unlike a browser without
 *  JavaScript, it parses `noscript` as with scripts. */
export function variantOf(parityCase: ParityCase, without: Without): ParityCase {
  return {
    ...parityCase,
    id: variantId(parityCase.id, without),
    headers: [...parityCase.headers, ['Content-Security-Policy', POLICIES[without]]],
  };
}
