import { sha256 } from '../../../basics/sha256.js';
import { attribute } from '../dom/dom.js';
import { baseUrlOf, metadataLinks, metadataNamed } from '../dom/head.js';
import { fetchable } from '../dom/resources.js';
import { collapsed, titleText } from '../dom/titles.js';
import { contentText } from '../dom/visible-text.js';
import { wordRuns } from '../dom/words.js';
import { type Page } from '../page.js';
import { languageAlternates } from '../parity/hreflang.js';
import { canonicalOf } from '../references.js';
import { isFollowed } from '../robots-txt/following.js';
import { isIndexable } from '../robots-txt/indexing.js';
import { linksWithin, MAX_URL_CHARACTERS, type OutlineLink } from './links.js';
import { simhashOf } from './simhash.js';

const MAX_TEXT_CHARACTERS = 500;
const MAX_LANGUAGE_CHARACTERS = 40;
const MAX_ALTERNATES = 200;
const MAX_LINKS = 2000;

/** Facts of a page that matter beyond it: what it says of itself, and where it links to within its site. URLs are
 *  absolute http or https URLs without a fragment; those of links and alternates have at most 2048 characters. */
export interface PageOutline {
  /** URL of the document, after redirects. */
  readonly url: string;
  /** With collapsed white space, at most 500 characters; null: none, or no text. */
  readonly title: string | null;
  /** Like the title, from the first meta description. */
  readonly description: string | null;
  /** null: none, or several. */
  readonly canonical: string | null;
  /** Whether at least one robot may index it. */
  readonly isIndexable: boolean;
  /** Whether our crawler may follow its links, apart from `rel` of each. */
  readonly isFollowed: boolean;
  /** The hreflang links of its head and its Link headers, at most 200. */
  readonly alternates: readonly OutlineAlternate[];
  /** Each URL of the same host once, in document order, at most 2000. See {@link linksWithin}. */
  readonly links: readonly OutlineLink[];
  /** Number of those URLs before the limit. */
  readonly linksFound: number;
  /** SHA-256 of the words of the {@link contentText}, in lower case and separated by spaces, in base64url; null: no words. */
  readonly contentHash: string | null;
  /** Of the same words, see {@link simhashOf}; null: fewer than 20. */
  readonly simhash: string | null;
}

export interface OutlineAlternate {
  /** In lower case, at most 40 characters. */
  readonly language: string;
  readonly url: string;
}

export function outlineOf(page: Page): PageOutline {
  const links = linksWithin(page);
  const words = wordRuns(contentText(page.dom));
  const [description] = metadataNamed(page, 'description');
  return {
    url: page.url,
    title: textOf(titleText(page.dom)),
    description: textOf(description && attribute(description, 'content')),
    canonical: canonicalOf(page),
    isIndexable: isIndexable(page),
    isFollowed: isFollowed(page),
    alternates: alternatesOf(page),
    links: links.slice(0, MAX_LINKS),
    linksFound: links.length,
    contentHash: words.length === 0 ? null : sha256(words.join(' ')),
    simhash: simhashOf(words),
  };
}

/** Without half of a surrogate pair at the end. */
function textOf(text = ''): string | null {
  const shortened = collapsed(text).slice(0, MAX_TEXT_CHARACTERS);
  return shortened.replace(/[\ud800-\udbff]$/, '').trim() || null;
}

function alternatesOf(page: Page): OutlineAlternate[] {
  const base = baseUrlOf(page);
  const alternates = languageAlternates(metadataLinks(page)).flatMap(({ hreflang, href }) => {
    const url = href === null ? null : fetchable(href, base);
    const language = hreflang.trim().toLowerCase().slice(0, MAX_LANGUAGE_CHARACTERS);
    return url === null || url.length > MAX_URL_CHARACTERS ? [] : [{ language, url }];
  });
  return alternates.slice(0, MAX_ALTERNATES);
}
