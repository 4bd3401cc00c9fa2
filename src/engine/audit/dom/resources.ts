import { type Page } from '../page.js';
import { type ResourceKind } from '../surroundings.js';
import { type ChosenImage, chosenImages, preloadedImage } from './chosen-images.js';
import { attribute, type Dom, type Element, isHtml } from './dom.js';
import { baseUrlOf } from './head.js';
import { once } from './once.js';
import { scriptKind } from './script-kind.js';
import { parsedUrl } from '../../../basics/url.js';

/** A file that a browser loads for the page. */
export interface Resource {
  readonly kind: ResourceKind;
  /** Absolute http or https URL without a fragment. */
  readonly url: string;
  readonly element: Element;
}

const SOURCES: Readonly<Record<string, readonly [ResourceKind, string]>> = {
  script: ['script', 'src'],
  iframe: ['frame', 'src'],
  frame: ['frame', 'src'],
  embed: ['media', 'src'],
  object: ['media', 'data'],
  video: ['media', 'src'],
  audio: ['media', 'src'],
};
const PRELOADED: Readonly<Record<string, ResourceKind>> = {
  script: 'script',
  style: 'style',
  image: 'image',
  font: 'font',
};

/** Files that the markup loads, in document order, with duplicates. */
export const resourcesOf = once((page: Page): readonly Resource[] => {
  const base = baseUrlOf(page);
  return page.dom.elements.flatMap((element) => {
    const source = sourceOf(page.dom, element);
    const url = source ? fetchable(source.address, base) : null;
    return source && url !== null ? [{ kind: source.kind, url, element: source.element }] : [];
  });
});

/** The page loader's limit. */
export const MAX_URL_CHARACTERS = 8000;

/** Resolves an http or https URL, without its fragment; null for other schemes, and for URLs that are too long to load.
 *  @see https://url.spec.whatwg.org/ */
export function fetchable(address: string, base: string): string | null {
  const url = parsedUrl(address, base);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

/** Where a link leads to, as {@link fetchable} resolves it; null: not to a page. Cloudflare puts such links in place of
 *  e-mail addresses, which its script restores.
 *  @see https://developers.cloudflare.com/fundamentals/reference/cdn-cgi-endpoint/ */
export function linkTarget(href: string, base: string): string | null {
  const url = fetchable(href, base);
  return url !== null && /^https?:\/\/[^/]+\/cdn-cgi\//.test(url) ? null : url;
}

/** Whether browsers load only the beginning of a file until people play it.
 *  @see https://html.spec.whatwg.org/multipage/media.html#attr-media-preload */
export function waitsForPlay(element: Element): boolean {
  if (!isHtml(element, 'audio') && !isHtml(element, 'video')) return false;
  const preload = attribute(element, 'preload')?.trim().toLowerCase();
  return attribute(element, 'autoplay') === undefined && preload !== 'auto' && preload !== '';
}

/** Whether browsers load nothing of a file until people play it. */
export function loadsOnPlay(element: Element): boolean {
  return waitsForPlay(element) && attribute(element, 'preload')?.trim().toLowerCase() === 'none';
}

/** Whether browsers load a file only when readers come near it.
 *  @see https://html.spec.whatwg.org/multipage/urls-and-fetching.html#lazy-loading-attributes */
export function isLazy(element: Element): boolean {
  return (
    (isHtml(element, 'img') || isHtml(element, 'iframe')) &&
    attribute(element, 'loading')?.trim().toLowerCase() === 'lazy'
  );
}

interface Source {
  readonly kind: ResourceKind;
  /** Not resolved. */
  readonly address: string;
  readonly element: Element;
}

function sourceOf(dom: Dom, element: Element): Source | null {
  if (!isHtml(element, element.tagName)) return null;
  if (element.tagName === 'link') return linkSource(dom, element);
  if (element.tagName === 'script' && scriptKind(element) === null) return null;
  if (element.tagName === 'img') return imageSource(chosenImages(dom).get(element));
  const [kind, name] = SOURCES[element.tagName] ?? [];
  const address = name === undefined ? undefined : attribute(element, name);
  return kind === undefined || address === undefined || address.trim() === ''
    ? null
    : { kind, address, element };
}

function imageSource(image: ChosenImage | null | undefined): Source | null {
  return image ? { kind: 'image', ...image } : null;
}

function linkSource(dom: Dom, link: Element): Source | null {
  const relations = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
  const address = attribute(link, 'href') ?? '';
  const kind = linkedKind(link, relations);
  if (kind === 'image') return imageSource(preloadedImage(dom, link));
  return kind === undefined || address.trim() === '' ? null : { kind, address, element: link };
}

function linkedKind(link: Element, relations: readonly string[]): ResourceKind | undefined {
  if (relations.includes('stylesheet'))
    return attribute(link, 'disabled') === undefined ? 'style' : undefined;
  if (relations.includes('modulepreload')) return 'script';
  return relations.includes('preload') ? PRELOADED[attribute(link, 'as')?.toLowerCase() ?? ''] : undefined;
}
