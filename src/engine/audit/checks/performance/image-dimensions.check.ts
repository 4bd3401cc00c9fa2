import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { isPlaceholder } from '../../dom/placeholder.js';
import { isHidden } from '../../dom/visibility.js';

/** A number with any unit, or a function like `calc()`. */
const SIZE = /^(\+?\.?\d|[a-z-]+\()/;

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
        ? 'The only image that the page loads has a width and a height, an aspect ratio, or an absolute position.'
        : `All ${counted(images, 'image')} that the page loads have a width and a height, an aspect ratio, or an absolute position.`,
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
    const unsized = images.filter((image) => !isSteady(image));
    const value = { images: images.length, unsized: unsized.length };
    return unsized.length === 0 ? pass(value) : fail('unsized', { value, evidence: unsized });
  },
});

function isLoaded(image: Element): boolean {
  const source = (attribute(image, 'src') ?? '').trim();
  const isNamed = source !== '' || attribute(image, 'srcset') !== undefined;
  return isNamed && !/^data:/i.test(source) && !isPlaceholder(image);
}

/** Whether the image can't move anything: its size is set, or it is positioned over the rest of the page.
 *  @see https://developer.chrome.com/docs/performance/insights/cls-culprit */
function isSteady(image: Element): boolean {
  const style = declarationsOf(attribute(image, 'style') ?? '');
  if (/^(absolute|fixed)$/.test(style.get('position') ?? '')) return true;
  if (/^(auto\s+)?(\d|[a-z-]+\()/.test(style.get('aspect-ratio') ?? '')) return true;
  return ['width', 'height'].every(
    (name) => isLength(attribute(image, name)) || SIZE.test(style.get(name) ?? ''),
  );
}

/** Values by name, in lower case. The last declaration of a name counts. */
function declarationsOf(style: string): ReadonlyMap<string, string> {
  return new Map(
    style.split(';').map((declaration) => {
      const [name = '', value = ''] = declaration.toLowerCase().split(':', 2);
      return [name.trim(), value.replace('!important', '').trim()];
    }),
  );
}

function isLength(value: string | undefined): boolean {
  return (
    value !== undefined &&
    /^\s*\+?\d/.test(value) &&
    Number.parseInt(value, 10) >= 0 &&
    !value.trim().endsWith('%')
  );
}
