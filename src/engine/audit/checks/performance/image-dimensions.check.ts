import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { isPlaced, isSized, sizeIn, sizesByStyleSheets, type SizeStyle } from '../../css/image-size.js';
import { chosenImages } from '../../dom/chosen-images.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { isPlaceholder } from '../../dom/placeholder.js';
import { isPlacedInBrowser } from '../../dom/render-marks.js';
import { isHidden } from '../../dom/visibility.js';
import { type Page } from '../../page.js';

export const imageDimensions = documentCheck({
  id: 'image_dimensions',
  name: 'Image dimensions',
  category: 'performance',
  importance: 'medium',
  what: 'Every image has a width and a height, so that browsers reserve space for it while it loads.',
  why: 'Otherwise the text moves whenever an image arrives, and readers lose their place or click the wrong element.',
  fix: 'Set width and height in pixels on each img element, or its size or aspect-ratio by style.',
  source: 'https://web.dev/articles/optimize-cls',
  method: 'approximate',
  restsOnStyle: true,
  value: { images: 'integer', unsized: 'integer' },
  messages: {
    pass: ({ images }) =>
      images === 1
        ? 'The only image that the page loads has a width and a height, an aspect ratio, or an absolute position.'
        : `All ${counted(images, 'image')} that the page loads have a width and a height, an aspect ratio, or an absolute position.`,
    unsized: ({ images, unsized }) =>
      images === 1
        ? 'The only image that the page loads lacks a width or a height in the HTML.'
        : `${unsized.toLocaleString('en')} of ${counted(images, 'image')} ${unsized === 1 ? 'lacks' : 'lack'} a width or a height in the HTML.`,
    no_images: 'The page loads no visible images.',
    too_many_rules: 'The style sheets have too many rules to tell the sizes of all images.',
  },
  examples: {
    passes: { html: '<img src="/a.jpg" width="300" height="200" alt="">' },
    fails: { html: '<img src="/a.jpg" alt="">' },
  },
  run(page) {
    const images = elementsNamed(page.dom, 'img').filter((image) => isLoaded(image) && !isHidden(image));
    if (images.length === 0) return notApplicable('no_images');
    const unsized = unsteadyOf(page, images);
    if (unsized === null) return notApplicable('too_many_rules');
    const value = { images: images.length, unsized: unsized.length };
    return unsized.length === 0 ? pass(value) : fail('unsized', { value, evidence: unsized });
  },
});

function isLoaded(image: Element): boolean {
  const source = (attribute(image, 'src') ?? '').trim();
  const isNamed = source !== '' || attribute(image, 'srcset') !== undefined;
  return isNamed && !/^data:/i.test(source) && !isPlaceholder(image);
}

/** Images that can move something once they are there: without a size, and in the flow of the page; null: that is not
 *  known. */
function unsteadyOf(page: Page, images: readonly Element[]): Element[] | null {
  const chosen = chosenImages(page.dom);
  const isSteady = (image: Element, style: SizeStyle) => {
    const sized = dimensionSource(image, chosen.get(image)?.element);
    return (
      isPlaced(style) ||
      (isLength(attribute(sized, 'width'), style.width) && isLength(attribute(sized, 'height'), style.height))
    );
  };
  const unsized = images.filter((image) => !isSteady(image, sizeIn(attribute(image, 'style') ?? '')));
  if (unsized.length === 0) return [];
  if (page.renderMark !== undefined) return unsized.filter((image) => !isPlacedInBrowser(image));
  const sizes = sizesByStyleSheets(page, unsized);
  return sizes && unsized.filter((image) => !isSteady(image, sizes.get(image) ?? {}));
}

/** The element whose attributes give an image its size: the `source` that was chosen, if it has one of them.
 *  @see https://html.spec.whatwg.org/multipage/embedded-content.html#the-source-element */
function dimensionSource(image: Element, chosen: Element | undefined): Element {
  const isSized = ['width', 'height'].some((name) => chosen && attribute(chosen, name) !== undefined);
  return chosen && isSized ? chosen : image;
}

/** @param value of an attribute, which counts in pixels alone */
function isLength(value: string | undefined, styled: string | undefined): boolean {
  if (isSized(styled)) return true;
  return value !== undefined && /^\s*\+?\d/.test(value) && !value.trim().endsWith('%');
}
