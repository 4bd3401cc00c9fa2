import { aPage } from '../example-page.js';
import { elementsNamed } from './dom.js';
import { resourcesOf } from './resources.js';
import { scriptKind } from './script-kind.js';

const scriptPage = (attributes: string) => aPage({ html: `<script src="/a.js" ${attributes}></script>` });

describe('scriptKind', () => {
  it.each([
    ['', 'classic'],
    ['type=""', 'classic'],
    ['type=" Text/JavaScript "', 'classic'],
    ['type="application/x-javascript" nomodule=""', null],
    ['language="JavaScript1.2"', 'classic'],
    ['language="vbscript"', null],
    ['type="text/javascript" language="vbscript"', 'classic'],
    ['type="text/javascript; charset=utf-8"', null],
    ['type="Module"', 'module'],
    ['type="module" nomodule', 'module'],
    ['nomodule', null],
    ['type="text/plain"', null],
    ['type="text/partytown"', null],
    ['type="application/ld+json"', null],
    ['type="importmap"', null],
    ['type="speculationrules"', null],
  ])('of %j is %j, and no other script is loaded', (attributes, expected) => {
    const page = scriptPage(attributes);
    expect(elementsNamed(page.dom, 'script').map(scriptKind)).toEqual([expected]);
    expect(resourcesOf(page)).toHaveLength(expected === null ? 0 : 1);
  });
});
