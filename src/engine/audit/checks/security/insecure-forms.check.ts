import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { baseUrlOf, resolve } from '../../dom/head.js';
import { upgradesForms } from '../../dom/policies.js';
import { type Page } from '../../page.js';
import { isLoopback } from './loopback.js';

export const insecureForms = documentCheck({
  id: 'insecure_forms',
  name: 'Insecure forms',
  category: 'security',
  importance: 'high',
  what: 'No form is submitted over plain http, and no page on plain http asks for a password.',
  why: 'Anyone on the network path can read what visitors enter.',
  fix: "Serve the page and the form's target over https.",
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Insecure_passwords',
  method: 'exact',
  value: { forms: 'integer', insecure_targets: 'integer', password_fields: 'integer' },
  messages: {
    pass: ({ forms }) =>
      `The page has ${forms === 0 ? 'no forms' : counted(forms, 'form')} and submits nothing over plain http.`,
    http_action: ({ insecure_targets }) =>
      `${counted(insecure_targets, 'form or button submits', 'forms or buttons submit')} data over plain http.`,
    password_over_http: ({ password_fields }) =>
      `The page has ${counted(password_fields, 'password field')} but is served over plain http.`,
    no_forms: 'The page has no forms or password fields.',
  },
  examples: {
    passes: { html: '<form action="/search"></form>' },
    fails: { html: '<form action="http://example.com/search"></form>' },
  },
  run(page) {
    const forms = elementsNamed(page.dom, 'form');
    const passwords = elementsNamed(page.dom, 'input').filter(
      (input) => attribute(input, 'type')?.trim().toLowerCase() === 'password',
    );
    if (forms.length + passwords.length === 0) return notApplicable('no_forms');
    const insecure = insecureTargets(page, forms);
    const value = {
      forms: forms.length,
      insecure_targets: insecure.length,
      password_fields: passwords.length,
    };
    if (insecure.length > 0) return fail('http_action', { value, evidence: insecure });
    const { protocol, hostname } = new URL(page.url);
    const isExposed = protocol === 'http:' && !isLoopback(hostname) && passwords.length > 0;
    return isExposed ? fail('password_over_http', { value, evidence: passwords }) : pass(value);
  },
});

/** Forms, and buttons with their own target, that submit over http. A form without action submits to the page. */
function insecureTargets(page: Page, forms: readonly Element[]): Element[] {
  if (upgradesForms(page)) return [];
  const base = baseUrlOf(page);
  const isInsecure = (action: string | undefined) => {
    const target = action === undefined || action.trim() === '' ? page.url : resolve(action, base);
    return target !== null && target.startsWith('http:') && !isLoopback(new URL(target).hostname);
  };
  const senders = elementsNamed(page.dom, 'button', 'input').filter(
    (element) => attribute(element, 'formaction') !== undefined,
  );
  return [
    ...forms.filter(
      (form) =>
        attribute(form, 'method')?.toLowerCase() !== 'dialog' && isInsecure(attribute(form, 'action')),
    ),
    ...senders.filter((sender) => isInsecure(attribute(sender, 'formaction'))),
  ];
}
