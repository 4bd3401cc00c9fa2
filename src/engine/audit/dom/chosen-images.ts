import { layoutWidth } from '../css/layout-width.js';
import { matchesMedia } from '../css/media-query.js';
import { Phone, PHONE_SCALE } from '../css/phone.js';
import { attribute, type Dom, type Element, isHtml, type Node } from './dom.js';
import { once } from './once.js';
import { candidatesIn, isSourceReplaced, type ImageCandidate } from './srcset.js';

/** An address that a browser loads, not resolved, and the element that names it. */
export interface ChosenImage {
  readonly address: string;
  readonly element: Element;
}

/** Names of the attributes that list images. */
interface ImageAttributes {
  readonly srcset: string;
  readonly sizes: string;
  /** Of an address without a descriptor. */
  readonly plain: string | null;
}

const IMAGE: ImageAttributes = { srcset: 'srcset', sizes: 'sizes', plain: 'src' };
const SOURCE: ImageAttributes = { ...IMAGE, plain: null };
const PRELOAD: ImageAttributes = { srcset: 'imagesrcset', sizes: 'imagesizes', plain: 'href' };
const SUPPORTED_TYPE = /^image\/(avif|webp|a?png|jpe?g|gif|svg\+xml|bmp|x-icon)$/i;
/** More than any real list. */
const MAX_SIZES = 50;
const MATH_FUNCTION = /(?<![\w-])(calc|min|max|clamp)\(/i;

/** The image that Lighthouse's phone loads for each `img`: of the first `source` that it supports, else of the `img`.
 *  @see https://html.spec.whatwg.org/multipage/images.html#selecting-an-image-source */
export const chosenImages = once((dom: Dom): ReadonlyMap<Element, ChosenImage> => {
  const phone = phoneFor(dom);
  const sources = new Map<Node, ChosenImage>();
  const chosen = new Map<Element, ChosenImage>();
  for (const element of dom.elements) {
    const { parentNode } = element;
    const picture = parentNode?.nodeName === 'picture' ? parentNode : null;
    if (isHtml(element, 'img')) {
      const image = (picture && sources.get(picture)) ?? imageOf(element, IMAGE, phone);
      if (image) chosen.set(element, image);
    } else if (picture && !sources.has(picture) && isHtml(element, 'source') && isSupported(element, phone)) {
      const image = imageOf(element, SOURCE, phone);
      if (image) sources.set(picture, image);
    }
  }
  return chosen;
});

/** The image that Lighthouse's phone loads for a preload link. */
export function preloadedImage(dom: Dom, link: Element): ChosenImage | null {
  return imageOf(link, PRELOAD, phoneFor(dom));
}

const phoneFor = once((dom: Dom) => new Phone(layoutWidth(dom)));

function isSupported(source: Element, phone: Phone): boolean {
  const [type = ''] = (attribute(source, 'type') ?? '').split(';', 1);
  if (type.trim() !== '' && !SUPPORTED_TYPE.test(type.trim())) return false;
  return matchesMedia(attribute(source, 'media') ?? '', phone);
}

function imageOf(element: Element, names: ImageAttributes, phone: Phone): ChosenImage | null {
  const candidates = candidatesIn(attribute(element, names.srcset) ?? '');
  const plain = names.plain === null ? '' : (attribute(element, names.plain) ?? '').trim();
  if (plain !== '' && !isSourceReplaced(candidates))
    candidates.push({ address: plain, width: null, density: null });
  const hasWidths = candidates.some(({ width }) => width !== null);
  const slot = hasWidths ? slotWidth(attribute(element, names.sizes) ?? '', phone) : phone.width;
  const address = closest(candidates, slot);
  return address === null ? null : { address, element };
}

/** Width of the image on the page by its `sizes`, in CSS pixels: the layout width if it is not a plain length. */
function slotWidth(sizes: string, phone: Phone): number {
  for (const size of sizes.split(',', MAX_SIZES)) {
    const text = size.trim();
    const start = lengthStart(text);
    if (matchesMedia(text.slice(0, start), phone)) return phone.pixelsIn(text.slice(start)) ?? phone.width;
  }
  return phone.width;
}

/** Where the length begins in `(min-width: 40em) 50vw`. */
function lengthStart(size: string): number {
  const start = size.search(MATH_FUNCTION);
  return start >= 0 ? start : Math.max(size.lastIndexOf(')'), size.lastIndexOf(' ')) + 1;
}

/** Chooses between the next lower and the next higher density by their geometric mean, like Chromium. */
function closest(candidates: readonly ImageCandidate[], slot: number): string | null {
  let lower = { density: -Infinity, address: '' };
  let higher = { density: Infinity, address: '' };
  for (const { address, width, density: declared } of candidates) {
    const density = width === null ? (declared ?? 1) : width / slot;
    if (density < PHONE_SCALE) {
      if (density > lower.density) lower = { density, address };
    } else if (density < higher.density) higher = { density, address };
  }
  const isHigher =
    lower.address === '' ||
    (higher.address !== '' && PHONE_SCALE >= Math.sqrt(lower.density * higher.density));
  const { address } = isHigher ? higher : lower;
  return address === '' ? null : address;
}
