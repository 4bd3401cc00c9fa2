import { counted } from '../../../../basics/quantities.js';
import { judgeNames } from '../../axe/rules.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';

export const formLabels = documentCheck({
  id: 'form_labels',
  name: 'Form labels',
  category: 'best_practice',
  importance: 'medium',
  what: 'Every form field has a label.',
  why: 'Screen readers announce the label of a field. Without one, their users do not know what to enter.',
  fix: 'Put the field into a <label>, or add a <label for="..."> that refers to its id.',
  source: 'https://www.w3.org/WAI/standards-guidelines/act/rules/e086e5/',
  method: 'exact',
  restsOnStyle: true,
  value: { fields: 'integer', without_label: 'integer' },
  messages: {
    pass: ({ fields }) =>
      fields === 1
        ? 'The only form field has a label.'
        : `All ${counted(fields, 'form field')} have a label.`,
    without_label: ({ fields, without_label }) =>
      `${without_label.toLocaleString('en')} of ${counted(fields, 'form field')} ${without_label === 1 ? 'has' : 'have'} no label.`,
    no_fields: 'The page has no form fields that need a label.',
  },
  examples: {
    passes: { html: '<label>Name <input name="name"></label>' },
    fails: { html: 'Name <input name="name">' },
  },
  run({ dom }) {
    const fields = judgeNames(dom, 'label');
    const lists = judgeNames(dom, 'select-name');
    const count = fields.judged.length + lists.judged.length;
    if (count === 0) return notApplicable('no_fields');
    const evidence = [...fields.violations, ...lists.violations];
    const value = { fields: count, without_label: evidence.length };
    return evidence.length === 0 ? pass(value) : fail('without_label', { value, evidence });
  },
});
