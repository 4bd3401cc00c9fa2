import { parsedUrl } from '../../basics/url.js';
import { attribute, type Element, elementsNamed } from './dom/dom.js';
import { evidenceOf, shortened, textEvidence } from './dom/evidence.js';
import { baseUrlOf, type DocumentLink, metadataLinks } from './dom/head.js';
import { once } from './dom/once.js';
import { fetchable, isLazy, linkTarget, type Resource, resourcesOf, waitsForPlay } from './dom/resources.js';
import { styleFonts } from './dom/style-fonts.js';
import { expectedFile } from './file-types.js';
import { type Page } from './page.js';
import { upperEscapes } from './robots-txt/escapes.js';
import { googleRobotsOf } from './robots-txt/google-robots.js';
import { OWN_AGENT } from './robots-txt/own-agent.js';
import { type Reference, type References, type ResourceSample, type Sample } from './surroundings.js';

const MAX_INTERNAL_LINKS = 20;
const MAX_EXTERNAL_LINKS = 10;
const MAX_RESOURCES = 30;

/** Chooses the URLs to request beyond the document: an evenly spread sample, each URL once, without links that the
 *  site's robots.txt disallows. */
export function referencesOf(page: Page): References {
  return {
    canonical: canonicalReference(page),
    favicon: faviconOf(page, ICON_RELATIONS),
    browserIcon: faviconOf(page, ['icon']).url,
    ...sitemapsOf(page),
    links: linksOf(page),
    resources: resourceSample(page),
  };
}

/** The canonical URL of a page; null if there is none, or several. */
export function canonicalOf(page: Page): string | null {
  const [address, ...others] = new Set(canonicalLinks(page).map((link) => link.href));
  if (address === undefined || address === null || others.length > 0) return null;
  return fetchable(address, page.url);
}

function canonicalLinks(page: Page): DocumentLink[] {
  return metadataLinks(page).filter((link) => link.rel === 'canonical' && link.hrefRaw !== '');
}

function canonicalReference(page: Page): Reference | null {
  const url = canonicalOf(page);
  if (url === null || url === page.url) return null;
  const element = canonicalLinks(page)[0]?.element;
  const place = element ? evidenceOf(page.dom, element) : textEvidence(`Link: <${url}>; rel="canonical"`);
  return { url, place };
}

/** Relations of icons, the preferred one first.
 *  @see https://developers.google.com/search/docs/appearance/favicon-in-search */
const ICON_RELATIONS = ['icon', 'apple-touch-icon', 'apple-touch-icon-precomposed'];

function faviconOf(page: Page, wanted: readonly string[]): Reference {
  const base = baseUrlOf(page);
  const links = elementsNamed(page.dom, 'link').map((link) => ({
    link,
    relations: (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/),
  }));
  for (const relation of wanted) {
    for (const { link, relations } of links) {
      if (!relations.includes(relation)) continue;
      const url = iconUrl(attribute(link, 'href') ?? '', base);
      if (url !== null) return { url, place: evidenceOf(page.dom, link) };
    }
  }
  return { url: new URL('/favicon.ico', page.url).href, place: textEvidence('/favicon.ico') };
}

/** An icon within the page is shortened. A data: URL of another type, like `data:,`, is no icon, and browsers
 *  load nothing for an empty address. */
function iconUrl(href: string, base: string): string | null {
  if (href.trim() === '') return null;
  return /^\s*data:image\//i.test(href) ? shortened(href.trim()) : fetchable(href, base);
}

/** The first sitemap on the page's host that robots.txt names, else the first of all, else /sitemap.xml. */
export function sitemapsOf(
  page: Pick<Page, 'url' | 'robotsTxt'>,
): Pick<References, 'sitemap' | 'otherSitemaps'> {
  const { host } = new URL(page.url);
  const named = new Map<string, URL>();
  for (const address of googleRobotsOf(page.robotsTxt).sitemaps) {
    const url = parsedUrl(address, page.url);
    if (url) named.set(url.href, url);
  }
  const urls = [...named.values()];
  const url = urls.find((other) => other.host === host) ?? urls[0] ?? new URL('/sitemap.xml', page.url);
  return { sitemap: url.href, otherSitemaps: Math.max(0, urls.length - 1) };
}

function linksOf(page: Page): Sample<Reference> {
  const robots = googleRobotsOf(page.robotsTxt);
  const { origin } = new URL(page.url);
  const isInternal = (url: string) => url.startsWith(`${origin}/`);
  const links = [...linkedAddresses(page)].filter(([url]) => url !== page.url);
  const internal = links.filter(([url]) => isInternal(url));
  const judged = spread(internal, robots.judgeable(OWN_AGENT));
  // Google's matcher expects normalized URLs; in RFC 9309, the case of escapes does not matter.
  const open = judged.filter(([url]) => robots.judge(upperEscapes(url), OWN_AGENT).isAllowed);
  const external = links.filter(([url]) => !isInternal(url));
  const taken = [...spread(open, MAX_INTERNAL_LINKS), ...spread(external, MAX_EXTERNAL_LINKS)];
  const references = taken.map(([url, element]) => ({ url, place: evidenceOf(page.dom, element) }));
  return { taken: references, of: links.length };
}

/** URLs that the page links to, each with its first link. */
export const linkedAddresses = once((page: Page): ReadonlyMap<string, Element> => {
  const base = baseUrlOf(page);
  const addresses = new Map<string, Element>();
  for (const element of elementsNamed(page.dom, 'a', 'area')) {
    const href = attribute(element, 'href');
    const url = href === undefined ? null : linkTarget(href, base);
    if (url !== null && !addresses.has(url)) addresses.set(url, element);
  }
  return addresses;
});

function resourceSample(page: Page): ResourceSample {
  const found = [...resourcesOf(page), ...styleFonts(page)];
  const byUrl = new Map(found.map((resource) => [resource.url, resource]));
  const isLater = (resource: Resource) => waitsForPlay(resource) || isLazy(resource.element);
  const atOnce = new Set(found.filter((resource) => !isLater(resource)).map(({ url }) => url));
  const taken = spread([...byUrl.values()], MAX_RESOURCES).map((resource) => ({
    kind: resource.kind,
    url: resource.url,
    expected: expectedFile(page, resource),
    isLater: !atOnce.has(resource.url),
    place: evidenceOf(page.dom, resource.element),
  }));
  return { taken, of: byUrl.size, later: byUrl.size - atOnce.size };
}

/** At most `max` items, evenly spread. */
function spread<T>(items: readonly T[], max: number): T[] {
  if (items.length <= max) return [...items];
  return Array.from({ length: max }, (_, index) => items[Math.floor((index * items.length) / max)] as T);
}
