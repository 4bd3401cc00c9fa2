import { verdictsOf } from '../verdicts.fixture.js';
import { doctype } from './doctype.check.js';

verdictsOf(doctype, [
  ['passes the HTML doctype', { html: '<!DOCTYPE html>' }, 'pass'],
  ['passes a doctype after a comment', { html: '<!-- hello -->\n<!doctype HTML>' }, 'pass'],
  ['passes the legacy string', { html: '<!DOCTYPE html SYSTEM "about:legacy-compat">' }, 'pass'],
  [
    'passes HTML 4.01 Strict',
    { html: '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "http://www.w3.org/TR/html4/strict.dtd">' },
    'pass',
  ],
  ['fails without one', { html: '<html>' }, 'quirks'],
  [
    'does not apply to XHTML, whose mode no doctype changes',
    { html: '<html/>', headers: [['content-type', 'application/xhtml+xml; charset=utf-8']] },
    'not_applicable',
  ],
  ['fails one after text', { html: 'hello <!doctype html>' }, 'quirks'],
  [
    'fails one in conditional comments only',
    { html: '<!--[if IE]><!doctype html><![endif]--><html>' },
    'quirks',
  ],
  [
    'fails XHTML 1.0 Transitional, which is almost standard',
    {
      html: '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
    },
    'limited_quirks',
  ],
]);
