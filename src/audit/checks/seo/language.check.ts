import { judgeHasLanguage, judgeLanguage } from '../../axe/document-rules.js';
import { type DocumentCheck, fail, pass } from '../../check.js';
import { attribute, elementsNamed } from '../../dom/dom.js';

export const language: DocumentCheck = {
  id: 'language',
  name: 'Page language',
  category: 'seo',
  importance: 'medium',
  what: 'The html element declares a valid language.',
  why: 'Screen readers choose their pronunciation by it, and browsers offer translations.',
  fix: 'Declare the language on the html element: <html lang="en">.',
  source: 'https://dequeuniversity.com/rules/axe/4.10/html-has-lang',
  method: 'exact',
  examples: {
    passes: { html: '<html lang="pt-BR">' },
    fails: { html: '<html lang="english">' },
  },
  run({ dom }) {
    const [root] = elementsNamed(dom, 'html');
    const lang = (root && attribute(root, 'lang')) ?? null;
    const missing = judgeHasLanguage(dom).violations;
    if (!root || missing.length > 0) return fail('missing', { value: lang, evidence: missing });
    const invalid = judgeLanguage(dom).violations;
    return invalid.length === 0 ? pass(lang) : fail('invalid', { value: lang, evidence: invalid });
  },
};
