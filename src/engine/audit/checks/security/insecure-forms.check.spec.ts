import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { insecureForms } from './insecure-forms.check.js';

const form = (attributes: string, url = 'https://example.com/') => ({
  url,
  html: `<form ${attributes}></form>`,
});

verdictsOf(insecureForms, [
  ['does not apply without forms', { html: '<p>text' }, 'not_applicable'],
  ['passes a form to its own page', form(''), 'pass'],
  ['passes a relative target', form('action="/a"'), 'pass'],
  ['fails a target on http', form('action="HTTP://example.com/"'), 'http_action'],
  [
    'fails a relative target with a base on http',
    { html: '<base href="http://example.com/"><form action="a"></form>' },
    'http_action',
  ],
  [
    'fails a button with a target on http',
    { html: '<form><button formaction="http://example.com/">x</button></form>' },
    'http_action',
  ],
  [
    'passes targets that a policy upgrades to https',
    {
      ...form('action="http://example.com/"'),
      headers: [['content-security-policy', 'upgrade-insecure-requests']],
    },
    'pass',
  ],
  [
    'fails them if the policy is only reported',
    {
      ...form('action="http://example.com/"'),
      headers: [['content-security-policy-report-only', 'upgrade-insecure-requests']],
    },
    'http_action',
  ],
  [
    'fails a password on http with that policy, too',
    {
      url: 'http://example.com/',
      html: '<input type="password">',
      headers: [['content-security-policy', 'upgrade-insecure-requests']],
    },
    'password_over_http',
  ],
  ['passes a dialog, which sends nothing', form('method="dialog" action="http://example.com/"'), 'pass'],
  ['fails a form to its own page on http', form('', 'http://example.com/'), 'http_action'],
  ['passes the same on this machine', form('', 'http://127.0.0.1/'), 'pass'],
  [
    'fails a password without a form on http',
    { url: 'http://example.com/', html: '<input type="PASSWORD">' },
    'password_over_http',
  ],
  ['passes it on https', { html: '<input type="password">' }, 'pass'],
]);

it.each([
  [form('action="http://example.com/"'), '1 form or button submits data over plain http.'],
  [
    { html: '<form action="http://a.example/"><button formaction="http://b.example/">x</button></form>' },
    '2 forms or buttons submit data over plain http.',
  ],
  [
    { url: 'http://example.com/', html: '<input type="password">' },
    'The page has 1 password field but is served over plain http.',
  ],
  [{ html: '<input type="password">' }, 'The page has no forms and submits nothing over plain http.'],
  [form(''), 'The page has 1 form and submits nothing over plain http.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(insecureForms, page))).toBe(message);
});
