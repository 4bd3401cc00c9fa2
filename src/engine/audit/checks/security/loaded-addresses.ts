import { html } from 'parse5';
import { type CssUrls, cssUrls } from '../../css/css-urls.js';
import { attribute, type Element, isElement, textContent } from '../../dom/dom.js';
import { scriptKind } from '../../dom/script-kind.js';
import { candidatesIn, isSourceReplaced } from '../../dom/srcset.js';

/** Addresses that browsers load for an element, not resolved. */
export interface LoadedAddresses {
  /** Browsers block them if they are mixed content. */
  readonly active: readonly (string | undefined)[];
  /** Browsers request them over https if they are mixed content. */
  readonly passive: readonly (string | undefined)[];
}

/** Attributes of HTML elements. */
const ACTIVE: Readonly<Record<string, string>> = {
  iframe: 'src',
  frame: 'src',
  embed: 'src',
  object: 'data',
  track: 'src',
};
/** Of old documents, by an attribute.
 *  @see https://html.spec.whatwg.org/multipage/rendering.html#the-page */
const WITH_BACKGROUND = new Set(['body', 'table', 'thead', 'tbody', 'tfoot', 'tr', 'td', 'th']);
const ACTIVE_RELATIONS = /(^|\s)(manifest|modulepreload|prefetch|preload)(\s|$)/i;
const STYLE_SHEET = /(^|\s)stylesheet(\s|$)/i;
const PRELOAD = /^\s*preload\s*$/i;
const ICON = /(^|\s)icon(\s|$)/i;

/** Addresses in an element's attributes and in the text of a `style` element. A browser that chooses between images
 *  blocks them all: see `imageset`.
 *  @see https://www.w3.org/TR/mixed-content/#category-upgradeable */
export function loadedAddresses(element: Element): LoadedAddresses {
  const { active, passive } = markupAddresses(element);
  const css = cssOf(element);
  if (!css) return { active, passive };
  return { active: [...active, ...css.imports, ...css.fonts], passive: [...passive, ...css.images] };
}

function cssOf(element: Element): CssUrls | null {
  const isSheet =
    element.tagName === 'style' && /^\s*(text\/css\s*)?$/i.test(attribute(element, 'type') ?? '');
  const text = isSheet ? textContent(element) : attribute(element, 'style');
  return text === undefined ? null : cssUrls(text);
}

function markupAddresses(element: Element): LoadedAddresses {
  if (element.namespaceURI === html.NS.SVG) return svgAddresses(element);
  const source = attribute(element, 'src');
  switch (element.tagName) {
    case 'link':
      return linkAddresses(element);
    case 'script':
      return { active: scriptKind(element) === null ? [] : [source], passive: [] };
    case 'img':
    case 'source': {
      const srcset = attribute(element, 'srcset');
      if (srcset === undefined && !isInPicture(element)) return { active: [], passive: [source] };
      const candidates = candidatesIn(srcset ?? '');
      const addresses = candidates.map(({ address }) => address);
      return { active: isSourceReplaced(candidates) ? addresses : [source, ...addresses], passive: [] };
    }
    case 'audio':
    case 'video':
      return { active: [], passive: [source, attribute(element, 'poster')] };
    case 'input': {
      const isImage = attribute(element, 'type')?.toLowerCase() === 'image';
      return { active: [], passive: isImage ? [source] : [] };
    }
    default: {
      const name = ACTIVE[element.tagName];
      const background = WITH_BACKGROUND.has(element.tagName) ? [attribute(element, 'background')] : [];
      return { active: name === undefined ? [] : [attribute(element, name)], passive: background };
    }
  }
}

function svgAddresses(element: Element): LoadedAddresses {
  const address = () =>
    attribute(element, 'href') ??
    element.attrs.find(({ name, namespace }) => name === 'href' && namespace === html.NS.XLINK)?.value;
  return {
    active: element.tagName === 'script' ? [address()] : [],
    passive: element.tagName === 'image' ? [address()] : [],
  };
}

function linkAddresses(link: Element): LoadedAddresses {
  const relations = attribute(link, 'rel') ?? '';
  const address = attribute(link, 'href');
  if (STYLE_SHEET.test(relations) && attribute(link, 'disabled') === undefined)
    return { active: [address], passive: [] };
  if (PRELOAD.test(relations) && isSingleImage(link)) return { active: [], passive: [address] };
  if (ACTIVE_RELATIONS.test(relations)) return { active: [address], passive: [] };
  return { active: [], passive: ICON.test(relations) ? [address] : [] };
}

/** Not one that a browser chooses. */
function isSingleImage(preload: Element): boolean {
  return (
    attribute(preload, 'as')?.toLowerCase() === 'image' && attribute(preload, 'imagesrcset') === undefined
  );
}

function isInPicture({ parentNode }: Element): boolean {
  return parentNode !== null && isElement(parentNode) && parentNode.tagName === 'picture';
}
