import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { isHtml } from '../../dom/dom.js';
import { listed } from '../../quoted.js';

/** @see https://html.spec.whatwg.org/multipage/obsolete.html#non-conforming-features */
const OBSOLETE = new Set(
  (
    'applet acronym bgsound dir frame frameset noframes isindex keygen listing menuitem nextid noembed param plaintext rb rtc ' +
    'strike xmp basefont big blink center font marquee multicol nobr spacer tt'
  ).split(' '),
);

export const deprecatedHtmlTags = documentCheck({
  id: 'deprecated_html_tags',
  name: 'Deprecated HTML elements',
  category: 'best_practice',
  importance: 'low',
  what: 'The page uses no deprecated HTML elements.',
  why: 'Browsers support these elements only for old pages, and not all in the same way.',
  fix: 'Use CSS instead of elements such as font, center and big.',
  source: 'https://html.spec.whatwg.org/multipage/obsolete.html',
  method: 'exact',
  value: { elements: 'integer', names: 'texts' },
  messages: {
    pass: 'The page has no deprecated HTML elements.',
    obsolete: ({ elements, names }) =>
      `The page has ${counted(elements, 'deprecated HTML element')} (${listed(names)}).`,
  },
  examples: {
    passes: { html: '<p style="text-align: center">text' },
    fails: { html: '<center>text</center>' },
  },
  run({ dom }) {
    const found = dom.elements.filter(
      (element) => OBSOLETE.has(element.tagName) && isHtml(element, element.tagName),
    );
    const value = { elements: found.length, names: [...new Set(found.map(({ tagName }) => tagName))] };
    return found.length === 0 ? pass(value) : fail('obsolete', { value, evidence: found });
  },
});
