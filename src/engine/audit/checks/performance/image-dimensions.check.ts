import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { isHidden } from '../../dom/visibility.js';

export const imageDimensions = documentCheck({
  id: 'image_dimensions',
  name: 'Image dimensions',
  category: 'performance',
  importance: 'medium',
  what: 'Every image has a width and a height, so that browsers reserve space for it while it loads.',
  why: 'Otherwise the text moves whenever an image arrives, and readers lose their place or click the wrong element.',
  fix: 'Set width and height in pixels on each img element, or an aspect-ratio in its style attribute.',
  source: 'https://web.dev/articles/optimize-cls',
  method: 'approximate',
  restsOnStyle: true,
  value: { images: 'integer', unsized: 'integer' },
  messages: {
    pass: ({ images }) =>
      images === 1
        ? 'The only image that the page loads has a width and a height, or an aspect ratio.'
        : `All ${counted(images, 'image')} that the page loads have a width and a height, or an aspect ratio.`,
    unsized: ({ images, unsized }) =>
      images === 1
        ? 'The only image that the page loads lacks a width or a height in the HTML.'
        : `${unsized.toLocaleString('en')} of ${counted(images, 'image')} ${unsized === 1 ? 'lacks' : 'lack'} a width or a height in the HTML.`,
    no_images: 'The page loads no visible images.',
  },
  examples: {
    passes: { html: '<img src="/a.jpg" width="300" height="200" alt="">' },
    fails: { html: '<img src="/a.jpg" alt="">' },
  },
  run({ dom }) {
    const images = elementsNamed(dom, 'img').filter((image) => isLoaded(image) && !isHidden(image));
    if (images.length === 0) return notApplicable('no_images');
    const unsized = images.filter((image) => !isSized(image));
    const value = { images: images.length, unsized: unsized.length };
    return unsized.length === 0 ? pass(value) : fail('unsized', { value, evidence: unsized });
  },
});

function isLoaded(image: Element): boolean {
  const source = (attribute(image, 'src') ?? '').trim();
  const isNamed = source !== '' || attribute(image, 'srcset') !== undefined;
  return isNamed && !/^data:/i.test(source);
}

/** Whether the size is set by positive integers as attributes, or by lengths in the style.
 *  @see https://developer.chrome.com/docs/performance/insights/cls-culprit */
function isSized(image: Element): boolean {
  const style = (attribute(image, 'style') ?? '').toLowerCase();
  if (/(^|;)\s*aspect-ratio\s*:\s*(auto\s+)?\d/.test(style)) return true;
  const hasWidth =
    isLength(attribute(image, 'width')) || /(^|;)\s*width\s*:\s*[\d.]+(px|em|rem|vw|vh|ch)/.test(style);
  const hasHeight =
    isLength(attribute(image, 'height')) || /(^|;)\s*height\s*:\s*[\d.]+(px|em|rem|vw|vh|ch)/.test(style);
  return hasWidth && hasHeight;
}

function isLength(value: string | undefined): boolean {
  return (
    value !== undefined &&
    /^\s*\+?\d/.test(value) &&
    Number.parseInt(value, 10) >= 0 &&
    !value.trim().endsWith('%')
  );
}
