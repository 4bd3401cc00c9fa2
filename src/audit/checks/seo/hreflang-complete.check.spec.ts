import { verdictsOf } from '../verdicts.fixture.js';
import { hreflangComplete } from './hreflang-complete.check.js';

const SELF = '<link rel="alternate" hreflang="en" href="https://example.com/">';
const linked = (code: string) => ({
  html: `<head>${SELF}<link rel="alternate" hreflang="${code}" href="https://example.com/other"></head>`,
});

verdictsOf(hreflangComplete, [
  ['does not apply without alternates', { html: '' }, 'not_applicable'],
  ['passes a language', linked('de'), 'pass'],
  ['passes script and region in any case', linked('zh-hant-tw'), 'pass'],
  ['passes a region of the United Nations', linked('es-419'), 'pass'],
  ['passes x-default', linked('x-default'), 'pass'],
  ['fails UK, which is not the code of the United Kingdom', linked('en-UK'), 'unknown_region'],
  ['fails a script that does not exist', linked('en-Abcd'), 'unknown_script'],
  ['fails an underscore', linked('de-de_at'), 'invalid_code'],
  ['fails a code with two addresses', linked('EN'), 'duplicate_code'],
  [
    'fails a page that does not name itself',
    { html: '<head><link rel="alternate" hreflang="de" href="https://example.com/de"></head>' },
    'no_self_reference',
  ],
]);
