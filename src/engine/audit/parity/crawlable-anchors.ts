import { html } from 'parse5';
import { attribute, type Element } from '../dom/dom.js';
import { inherited } from '../dom/inherited.js';
import { once } from '../dom/once.js';
import { listensInBrowser } from '../dom/render-marks.js';
import { type Page } from '../page.js';
import { parsedUrl } from '../../../basics/url.js';

/** Attributes that are not allowed on a link without `href`.
 *  @see https://html.spec.whatwg.org/multipage/text-level-semantics.html#the-a-element */
const NEED_HREF = ['target', 'download', 'ping', 'rel', 'hreflang', 'type', 'referrerpolicy'];
const VOID_SCRIPT = /javascript:void(\(|)0(\)|)/;

/** @see https://html.spec.whatwg.org/multipage/webappapis.html#globaleventhandlers */
const HANDLERS = new Set(
  (
    'abort auxclick beforeinput beforematch beforetoggle cancel canplay canplaythrough change click close contextmenu copy ' +
    'cuechange cut dblclick drag dragend dragenter dragleave dragover dragstart drop durationchange emptied ended formdata ' +
    'input invalid keydown keypress keyup loadeddata loadedmetadata loadstart mousedown mouseenter mouseleave mousemove ' +
    'mouseout mouseover mouseup mousewheel paste pause play playing progress ratechange reset securitypolicyviolation seeked ' +
    'seeking select slotchange stalled submit suspend timeupdate toggle volumechange waiting wheel pointerdown pointerup ' +
    'pointermove pointerover pointerout pointerenter pointerleave pointercancel touchstart touchend touchmove touchcancel ' +
    'animationstart animationend animationiteration transitionend transitionstart transitionrun transitioncancel selectstart ' +
    'selectionchange search'
  )
    .split(' ')
    .map((name) => `on${name}`),
);
/** On `body`, these handlers belong to the window. */
const OF_WINDOW = new Set(['onblur', 'onerror', 'onfocus', 'onload', 'onresize', 'onscroll']);

/** Links that crawlers can't follow, and the number of all links. */
export interface Anchors {
  readonly anchors: number;
  readonly uncrawlable: readonly Element[];
}

/** Links that crawlers can't follow, according to Lighthouse, which passes scripts other than `void(0)`.
 *  @see https://developer.chrome.com/docs/lighthouse/seo/crawlable-anchors */
export const uncrawlableAnchors = once((page: Page) => anchorsOf(page, true));

/** @param asLighthouse whether only `javascript:void(0)` counts as a script */
export function anchorsOf({ dom, url }: Page, asLighthouse: boolean): Anchors {
  const anchors = dom.byName.get('a') ?? [];
  const uncrawlable = anchors.filter((anchor) => {
    if (!asLighthouse && isScript(anchor, url)) return true;
    return isUncrawlable(anchor, { url, asLighthouse });
  });
  return { anchors: anchors.length, uncrawlable };
}

/** A link with a role is no link but, for example, a button.
 *  @see https://developers.google.com/search/docs/crawling-indexing/links-crawlable */
function isScript(anchor: Element, url: string): boolean {
  return !hasRole(anchor) && parsedUrl(anyHref(anchor) ?? '', url)?.protocol === 'javascript:';
}

function hasRole(anchor: Element): boolean {
  return (attribute(anchor, 'role') ?? '').trim() !== '';
}

/** The `href` of a link, or the `xlink:href` of an SVG link. */
function anyHref(anchor: Element): string | undefined {
  return attribute(anchor, 'href') ?? anchor.attrs.find((attr) => attr.name === 'href')?.value;
}

function isUncrawlable(
  anchor: Element,
  { url, asLighthouse }: { readonly url: string; readonly asLighthouse: boolean },
): boolean {
  const isHtml = anchor.namespaceURI === html.NS.HTML;
  const href = attribute(anchor, 'href');
  const raw = (href ?? '').replaceAll(/\s/g, '');
  if (hasRole(anchor) || raw.startsWith('mailto:')) return false;
  if (raw === '' && (attribute(anchor, 'id') ?? '') !== '') return false;
  if (raw.startsWith('file:')) return true;
  if (isHtml && (attribute(anchor, 'name') ?? '').trim() !== '') return false;
  if (href === undefined && NEED_HREF.every((name) => attribute(anchor, name) === undefined)) {
    return listensInBrowser(anchor) ?? hasListener(anchor) ?? false;
  }
  if (asLighthouse && VOID_SCRIPT.test(raw)) return true;
  return leadsNowhere(anchor, url) || parsedUrl(raw, url) === null;
}

/** Whether the DOM's `href` is empty. For an HTML link, an invalid URL is kept as it is, and an empty one resolves to
 *  the base. */
function leadsNowhere(anchor: Element, url: string): boolean {
  if (anchor.namespaceURI === html.NS.HTML) return attribute(anchor, 'href') === undefined;
  return parsedUrl(anyHref(anchor) ?? '', url) === null;
}

/** Whether an element or an ancestor has an event handler in the markup. */
const hasListener = inherited((element) => {
  const isBody = element.tagName === 'body';
  const listens = element.attrs.some(({ name }) => HANDLERS.has(name) || (!isBody && OF_WINDOW.has(name)));
  return listens || undefined;
});
