import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { deferJavascript } from './defer-javascript.check.js';

const head = (script: string) => ({ html: `<head>${script}</head>` });

verdictsOf(deferJavascript, [
  ['passes without scripts', head(''), 'pass'],
  ['passes an inline script', head('<script>a()</script>'), 'pass'],
  ['passes a deferred script', head('<script src="a.js" defer></script>'), 'pass'],
  ['passes an asynchronous script', head('<script async src="a.js"></script>'), 'pass'],
  ['passes a module', head('<script type="module" src="a.js"></script>'), 'pass'],
  ['passes data', head('<script type="application/json" src="a.json"></script>'), 'pass'],
  ['passes a script for old browsers alone', head('<script nomodule src="a.js"></script>'), 'pass'],
  ['passes a script in its own address', head('<script src="data:text/javascript,a()"></script>'), 'pass'],
  ['passes a script without an address', head('<script src=""></script>'), 'pass'],
  ['passes a script in the body', { html: '<body><p>x<script src="a.js"></script>' }, 'pass'],
  ['fails an external script', head('<script src="a.js"></script>'), 'blocking'],
  ['fails one with a type', head('<script type="text/javascript" src="a.js"></script>'), 'blocking'],
]);

it.each([
  [head(''), 'No script in the head blocks the parsing of the document.'],
  [head('<script src="a.js"></script>'), '1 script in the head blocks the parsing of the document.'],
  [
    head('<script src="a.js"></script>'.repeat(2)),
    '2 scripts in the head block the parsing of the document.',
  ],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(deferJavascript, page))).toBe(message);
});
