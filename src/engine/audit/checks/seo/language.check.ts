import { judgeHasLanguage, judgeLanguage } from '../../axe/document-rules.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute, elementsNamed } from '../../dom/dom.js';
import { quoted } from '../../quoted.js';

export const language = documentCheck({
  id: 'language',
  name: 'Page language',
  category: 'seo',
  importance: 'medium',
  what: 'The html element declares a valid language.',
  why: 'Screen readers choose their pronunciation by it, and browsers offer translations.',
  fix: 'Declare the language on the html element: <html lang="en">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/html-has-lang',
  method: 'exact',
  restsOnContent: true,
  value: { lang: 'text?', xml_lang: 'text?' },
  messages: {
    pass: ({ lang, xml_lang }) => {
      const declared = [lang, xml_lang].find((value) => value !== null && value.trim() !== '') ?? null;
      return declared === null
        ? 'The html element is hidden from screen readers and needs no language.'
        : `The html element declares the language ${quoted(declared)}.`;
    },
    missing: ({ lang }) =>
      lang === null
        ? 'The html element has no lang attribute.'
        : 'The lang attribute of the html element is empty.',
    invalid: ({ lang, xml_lang }) =>
      xml_lang === null || lang === null
        ? `The language of the html element, ${quoted(lang ?? xml_lang ?? '')}, is not valid.`
        : `The html element declares ${quoted(lang)} in lang and ${quoted(xml_lang)} in xml:lang; at least one is not a valid language.`,
  },
  examples: {
    passes: { html: '<html lang="pt-BR">' },
    fails: { html: '<html lang="english">' },
  },
  run({ dom }) {
    const [root] = elementsNamed(dom, 'html');
    const lang = (root && attribute(root, 'lang')) ?? null;
    const xml_lang = (root && attribute(root, 'xml:lang')) ?? null;
    const value = { lang, xml_lang };
    const missing = judgeHasLanguage(dom).violations;
    if (!root || missing.length > 0) return fail('missing', { value, evidence: missing });
    const invalid = judgeLanguage(dom).violations;
    return invalid.length === 0 ? pass(value) : fail('invalid', { value, evidence: invalid });
  },
});
