import { counted } from '../../../../basics/quantities.js';
import { judgeNames } from '../../axe/rules.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';

export const imageKeywords = documentCheck({
  id: 'image_keywords',
  name: 'Alternative text of images',
  category: 'seo',
  importance: 'high',
  what: 'Every image has alternative text or is marked as decorative.',
  why: 'People who do not see the image, and image search, rely on its alternative text.',
  fix: 'Add an alt attribute that describes the image. For a decorative image, leave it empty: alt="".',
  source: 'https://dequeuniversity.com/rules/axe/4.10/image-alt',
  method: 'exact',
  restsOnStyle: true,
  value: { images: 'integer', without_text: 'integer' },
  messages: {
    pass: ({ images }) =>
      images === 1
        ? 'The only image has alternative text or is marked as decorative.'
        : `All ${images.toLocaleString('en')} images have alternative text or are marked as decorative.`,
    no_alternative_text: ({ images, without_text }) =>
      `${without_text.toLocaleString('en')} of ${counted(images, 'image')} ${without_text === 1 ? 'has' : 'have'} no alternative text.`,
    no_images: 'The page has no images, or only hidden ones.',
  },
  examples: {
    passes: { html: '<img src="shoe.jpg" alt="A blue shoe"><img src="line.png" alt="">' },
    fails: { html: '<img src="shoe.jpg">' },
  },
  run({ dom }) {
    const { judged, violations } = judgeNames(dom, 'image-alt');
    if (judged.length === 0) return notApplicable('no_images');
    const value = { images: judged.length, without_text: violations.length };
    if (violations.length === 0) return pass(value);
    return fail('no_alternative_text', { value, evidence: violations });
  },
});
