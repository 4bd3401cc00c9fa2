import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { isHidden } from '../../dom/visibility.js';

export const imageDimensions: DocumentCheck = {
  id: 'image_dimensions',
  name: 'Image dimensions',
  category: 'performance',
  importance: 'medium',
  what: 'Every image says its width and height, so that its place is kept while it loads.',
  why: 'Otherwise the text jumps each time an image arrives, and readers lose their line or click the wrong thing.',
  fix: 'Give each img its width and height in pixels, or an aspect-ratio by style.',
  source: 'https://web.dev/articles/optimize-cls',
  method: 'approximate',
  restsOnStyle: true,
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
};

function isLoaded(image: Element): boolean {
  const source = (attribute(image, 'src') ?? '').trim();
  const isNamed = source !== '' || attribute(image, 'srcset') !== undefined;
  return isNamed && !/^data:/i.test(source);
}

/** Positive whole numbers as attributes, or lengths in the style.
 *  @see https://developer.chrome.com/docs/performance/insights/cls-culprit */
function isSized(image: Element): boolean {
  const style = (attribute(image, 'style') ?? '').toLowerCase();
  if (/(^|;)\s*aspect-ratio\s*:\s*\d/.test(style)) return true;
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
