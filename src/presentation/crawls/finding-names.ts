import { isOfCheck, OF_CHECK } from '../../crawls/findings/site-findings.js';
import { checkOf } from '../../engine/audit/registry.js';
import { wordsOf } from '../wording.js';

/** Of the findings that no single page has. */
const NAMES: Readonly<Record<string, string>> = {
  broken_links: 'Pages that do not load',
  redirect_loops: 'Pages that redirect in a circle or too often',
  duplicate_titles: 'Pages with the title of another page',
  duplicate_descriptions: 'Pages with the description of another page',
  duplicate_contents: 'Pages with the text of another page',
  near_duplicate_contents: 'Pages with nearly the text of another page',
  canonical_open: 'Pages whose canonical address is no final page',
  hreflang_open: 'Pages whose language versions do not name them back',
  sitemap_not_indexable: 'Pages in the sitemap that are not for searches',
  orphan_pages: 'Pages in the sitemap that no page links to',
  redirect_chains: 'Pages behind two redirects or more',
  deep_pages: 'Pages more than three clicks from the start',
};

/** The name of a finding of a crawl; of an unknown one: its id, as words where it is a check. */
export function nameOfFinding(id: string): string {
  if (!isOfCheck(id)) return NAMES[id] ?? id;
  const check = id.slice(OF_CHECK.length);
  return checkOf(check)?.name ?? wordsOf(check);
}

/** Where the finding stands on the page of a crawl. */
export function anchorOf(id: string): string {
  return isOfCheck(id) ? `check-${id.slice(OF_CHECK.length)}` : id;
}
