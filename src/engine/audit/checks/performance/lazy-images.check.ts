import { isDataUrl } from '../../data-url.js';
import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { isPlaceholder } from '../../dom/placeholder.js';
import { isLazy } from '../../dom/resources.js';
import { isHidden } from '../../dom/visibility.js';

const FEW_IMAGES = 5;

export const lazyImages = documentCheck({
  id: 'lazy_images',
  name: 'Lazy loading of images',
  category: 'performance',
  importance: 'low',
  what: 'The first image is not loaded lazily. If there are more than five images, some of them are.',
  why: 'A lazy first image appears late. Images far down the page compete with what readers see first.',
  fix: 'Add loading="lazy" to images below the fold only.',
  source: 'https://web.dev/articles/browser-level-image-lazy-loading',
  method: 'approximate',
  restsOnStyle: true,
  value: { images: 'integer', lazy: 'integer' },
  messages: {
    pass: ({ images, lazy }) =>
      lazy === 0
        ? `The page has ${counted(images, 'visible image')}, so lazy loading is not needed.`
        : `The first image is not loaded lazily; ${lazy.toLocaleString('en')} of ${counted(images, 'visible image')} ${lazy === 1 ? 'is' : 'are'}.`,
    first_is_lazy: ({ images }) =>
      images === 1
        ? 'The only visible image is loaded lazily.'
        : `The first of ${counted(images, 'visible image')} is loaded lazily.`,
    none_is_lazy: ({ images }) =>
      `None of the ${counted(images, 'visible image')} is loaded lazily; of more than ${counted(FEW_IMAGES, 'image')}, some should be.`,
    no_images: 'The page has no visible images.',
  },
  examples: {
    passes: { html: '<img src="/1.jpg" alt="">' },
    fails: { html: '<img src="/1.jpg" alt="" loading="lazy">' },
  },
  run({ dom }) {
    const images = elementsNamed(dom, 'img').filter((image) => isLoaded(image) && !isHidden(image));
    const [first] = images;
    if (!first) return notApplicable('no_images');
    const value = { images: images.length, lazy: images.filter(isLazy).length };
    if (isLazy(first)) return fail('first_is_lazy', { value, evidence: [first] });
    if (images.length <= FEW_IMAGES || value.lazy > 0) return pass(value);
    return fail('none_is_lazy', { value, evidence: images.slice(FEW_IMAGES) });
  },
});

/** An image in its own address is there with the page; scripts often put another in its place when it is needed. */
function isLoaded(image: Element): boolean {
  const sources = [attribute(image, 'src') ?? '', attribute(image, 'srcset') ?? ''];
  const isNamed = sources.some((source) => source.trim() !== '');
  return isNamed && !sources.some(isDataUrl) && !isPlaceholder(image);
}
