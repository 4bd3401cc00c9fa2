import { judgeNames } from '../../axe/rules.js';
import { type DocumentCheck, fail, notApplicable, pass } from '../../check.js';

export const imageKeywords: DocumentCheck = {
  id: 'image_keywords',
  name: 'Alternative texts of images',
  category: 'seo',
  importance: 'high',
  what: 'Every image has an alternative text, or is marked as decoration.',
  why: 'People who do not see the image, and image search, know it by its alternative text alone.',
  fix: 'Give each image an alt that says what it shows; give decoration an empty one: alt="".',
  source: 'https://dequeuniversity.com/rules/axe/4.10/image-alt',
  method: 'exact',
  restsOnStyle: true,
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
};
