import { type Check, fail, pass } from '../../check.js';
import { attribute, type Element, isHtml } from '../../dom/dom.js';
import { isRegisteredLanguage } from '../../languages.js';

export const language: Check = {
  id: 'language',
  category: 'seo',
  importance: 'medium',
  what: 'The html element says in which language the page is, and the language exists.',
  why: 'Screen readers choose their voice by it, browsers offer to translate by it.',
  fix: 'Write the language into the html element: <html lang="en">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/html-has-lang',
  method: 'exact',
  examples: {
    passes: { html: '<html lang="pt-BR">' },
    fails: { html: '<html lang="english">' },
  },
  run({ dom }) {
    const root = dom.elements.find((element) => isHtml(element, 'html'));
    if (!root) return fail('missing');
    const { lang, xmlLang } = languagesOf(root);
    if (lang === undefined || lang.trim() === '')
      return fail('missing', { value: lang ?? null, evidence: [root] });
    const isValid = [lang, xmlLang].every(
      (value) => value === undefined || value === '' || isValidLanguage(value),
    );
    return isValid ? pass(lang) : fail('invalid', { value: lang, evidence: [root] });
  },
};

function languagesOf(root: Element): { lang: string | undefined; xmlLang: string | undefined } {
  return { lang: attribute(root, 'lang'), xmlLang: attribute(root, 'xml:lang') };
}

/** The primary subtag alone decides; blanks around the tag and a dash before it do no harm, as in axe.
 *  @see https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
function isValidLanguage(tag: string): boolean {
  const [primary = ''] = tag.trim().replace(/^-+/, '').toLowerCase().split('-');
  return isRegisteredLanguage(primary);
}
