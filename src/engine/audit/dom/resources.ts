import { type Page } from '../page.js';
import { type ResourceKind } from '../surroundings.js';
import { attribute, type Element, isHtml } from './dom.js';
import { baseUrlOf } from './head.js';
import { once } from './once.js';
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
  img: ['image', 'src'],
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
    const source = sourceOf(element);
    const url = source ? fetchable(source.address, base) : null;
    return source && url !== null ? [{ kind: source.kind, url, element }] : [];
  });
});

/** The page loader's limit. */
const MAX_URL_CHARACTERS = 8000;

/** Resolves an http or https URL, without its fragment; null for other schemes, and for URLs that are too long to load.
 *  @see https://url.spec.whatwg.org/ */
export function fetchable(address: string, base: string): string | null {
  const url = parsedUrl(address, base);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  return url.href.length > MAX_URL_CHARACTERS ? null : url.href;
}

function sourceOf(element: Element): { kind: ResourceKind; address: string } | null {
  if (!isHtml(element, element.tagName)) return null;
  if (element.tagName === 'link') return linkSource(element);
  const [kind, name] = SOURCES[element.tagName] ?? [];
  const address = name === undefined ? undefined : attribute(element, name);
  return kind === undefined || address === undefined || address.trim() === '' ? null : { kind, address };
}

function linkSource(link: Element): { kind: ResourceKind; address: string } | null {
  const relations = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
  const address = attribute(link, 'href') ?? '';
  if (address.trim() === '') return null;
  if (relations.includes('stylesheet')) return { kind: 'style', address };
  if (relations.includes('modulepreload')) return { kind: 'script', address };
  const kind = relations.includes('preload')
    ? PRELOADED[attribute(link, 'as')?.toLowerCase() ?? '']
    : undefined;
  return kind === undefined ? null : { kind, address };
}
