import { html } from 'parse5';
import { type Page } from '../page.js';
import { type ResourceKind } from '../surroundings.js';
import { type ChosenImage, chosenImages, preloadedImage } from './chosen-images.js';
import { attribute, type Dom, type Element, isElement, isHtml } from './dom.js';
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
  return page.dom.elements.flatMap((element) =>
    sourcesOf(page.dom, element).flatMap(({ kind, address, element: named }) => {
      const url = fetchable(address, base);
      return url === null ? [] : [{ kind, url, element: named }];
    }),
  );
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
export function waitsForPlay({ kind, element }: Resource): boolean {
  if (kind !== 'media' || (!isHtml(element, 'audio') && !isHtml(element, 'video'))) return false;
  const preload = attribute(element, 'preload')?.trim().toLowerCase();
  return attribute(element, 'autoplay') === undefined && preload !== 'auto' && preload !== '';
}

/** Whether browsers load nothing of a file until people play it. */
export function loadsOnPlay(resource: Resource): boolean {
  return waitsForPlay(resource) && attribute(resource.element, 'preload')?.trim().toLowerCase() === 'none';
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

function sourcesOf(dom: Dom, element: Element): Source[] {
  if (!isHtml(element, element.tagName)) return drawnImage(element);
  switch (element.tagName) {
    case 'link':
      return linkSource(dom, element);
    case 'img':
      return imageSource(chosenImages(dom).get(element));
    case 'input':
      return isImageButton(element) ? named('image', element, attribute(element, 'src')) : [];
    case 'video':
    case 'audio':
      return [
        ...named('media', element, mediaAddress(element)),
        ...named('image', element, element.tagName === 'video' ? attribute(element, 'poster') : undefined),
      ];
    case 'script':
      if (scriptKind(element) === null) return [];
  }
  const source = SOURCES[element.tagName];
  return source ? named(source[0], element, attribute(element, source[1])) : [];
}

function named(kind: ResourceKind, element: Element, address: string | undefined): Source[] {
  return address === undefined || address.trim() === '' ? [] : [{ kind, address, element }];
}

/** An image in a drawing.
 *  @see https://www.w3.org/TR/SVG2/embedded.html#ImageElement */
function drawnImage(element: Element): Source[] {
  if (element.namespaceURI !== html.NS.SVG || element.tagName !== 'image') return [];
  const linked = element.attrs.find(({ name, prefix }) => name === 'href' && prefix === 'xlink')?.value;
  return named('image', element, attribute(element, 'href') ?? linked);
}

function isImageButton(input: Element): boolean {
  return attribute(input, 'type')?.trim().toLowerCase() === 'image';
}

/** Its own, else that of its first `source`.
 *  @see https://html.spec.whatwg.org/multipage/media.html#concept-media-load-algorithm */
function mediaAddress(media: Element): string | undefined {
  const sources = media.childNodes.filter(isElement).filter((child) => isHtml(child, 'source'));
  return attribute(media, 'src') ?? sources.map((source) => attribute(source, 'src')).find(Boolean);
}

function imageSource(image: ChosenImage | null | undefined): Source[] {
  return image ? [{ kind: 'image', ...image }] : [];
}

function linkSource(dom: Dom, link: Element): Source[] {
  const relations = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
  const kind = linkedKind(link, relations);
  if (kind === 'image') return imageSource(preloadedImage(dom, link));
  return kind === undefined ? [] : named(kind, link, attribute(link, 'href'));
}

function linkedKind(link: Element, relations: readonly string[]): ResourceKind | undefined {
  if (relations.includes('stylesheet'))
    return attribute(link, 'disabled') === undefined ? 'style' : undefined;
  if (relations.includes('modulepreload')) return 'script';
  return relations.includes('preload') ? PRELOADED[attribute(link, 'as')?.toLowerCase() ?? ''] : undefined;
}
