import { type DocumentCheck, fail, pass } from '../../check.js';
import { isHtml } from '../../dom/dom.js';

/** @see https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features */
const OBSOLETE = new Set(
  (
    'applet acronym bgsound dir frame frameset noframes isindex keygen listing menuitem nextid noembed param plaintext rb rtc ' +
    'strike xmp basefont big blink center font marquee multicol nobr spacer tt'
  ).split(' '),
);

export const deprecatedHtmlTags: DocumentCheck = {
  id: 'deprecated_html_tags',
  name: 'Deprecated HTML elements',
  category: 'best_practice',
  importance: 'low',
  what: 'The page uses no deprecated HTML elements.',
  why: 'Browsers support these elements only for old pages, and not all in the same way.',
  fix: 'Use CSS instead of elements such as font, center and big.',
  source: 'https://html.spec.whatwg.org/multipage/obsolete.html',
  method: 'exact',
  examples: {
    passes: { html: '<p style="text-align: center">text' },
    fails: { html: '<center>text</center>' },
  },
  run({ dom }) {
    const found = dom.elements.filter(
      (element) => OBSOLETE.has(element.tagName) && isHtml(element, element.tagName),
    );
    if (found.length === 0) return pass();
    const names = [...new Set(found.map(({ tagName }) => tagName))];
    return fail('obsolete', { value: names, evidence: found });
  },
};
