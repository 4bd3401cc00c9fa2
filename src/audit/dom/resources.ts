import { type Page } from '../page.js';
import { type ResourceKind } from '../surroundings.js';
import { attribute, type Element, isHtml } from './dom.js';
import { baseUrlOf } from './head.js';
import { once } from './once.js';
import { parsedUrl } from '../../url.js';

/** An address that a browser fetches to show the page. */
export interface Resource {
  readonly kind: ResourceKind;
  /** Absolute http or https address without fragment. */
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

/** Everything that the markup makes a browser fetch, in document order, an address as often as it occurs. */
export const resourcesOf = once((page: Page): readonly Resource[] => {
  const base = baseUrlOf(page);
  return page.dom.elements.flatMap((element) => {
    const source = sourceOf(element);
    const url = source ? fetchable(source.address, base) : null;
    return source && url !== null ? [{ kind: source.kind, url, element }] : [];
  });
});

/** The loader follows no longer address. */
const MAX_ADDRESS_CHARACTERS = 8000;

/** Absolute form of an address over http or https, without its fragment; null for any other, and for one that is
 *  too long to be loaded.
 *  @see https://url.spec.whatwg.org/ */
export function fetchable(address: string, base: string): string | null {
  const url = parsedUrl(address, base);
  if (url?.protocol !== 'https:' && url?.protocol !== 'http:') return null;
  if (url.hash !== '' || url.href.endsWith('#')) url.hash = '';
  return url.href.length > MAX_ADDRESS_CHARACTERS ? null : url.href;
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
