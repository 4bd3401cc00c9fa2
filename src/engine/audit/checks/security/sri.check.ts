import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { baseUrlOf } from '../../dom/head.js';
import { elementsNotUpgraded } from '../../dom/policies.js';
import { fetchable } from '../../dom/resources.js';
import { getDomain } from 'tldts';
import { scriptKind } from '../../dom/script-kind.js';
import { type Page } from '../../page.js';

export const sri = documentCheck({
  id: 'sri',
  name: 'Subresource integrity',
  category: 'security',
  importance: 'medium',
  what: 'Scripts from other sites have an integrity hash and are loaded over https.',
  why: 'An attacker who controls the other site or the connection to it can run any script on this page.',
  fix: 'Add integrity and crossorigin to scripts whose file never changes. Serve copies of others from this site, or name their addresses in the Content-Security-Policy.',
  source: 'https://developer.mozilla.org/en-US/docs/Web/Security/Subresource_Integrity',
  method: 'exact',
  value: { foreign_scripts: 'integer', over_http: 'integer', without_integrity: 'integer' },
  messages: {
    pass: ({ foreign_scripts }) =>
      foreign_scripts === 1
        ? 'The only script from another site has an integrity hash.'
        : `Each of the ${counted(foreign_scripts, 'script')} from other sites has an integrity hash.`,
    foreign_over_http: ({ foreign_scripts, over_http }) =>
      `${share(over_http, foreign_scripts)} ${over_http === 1 ? 'is' : 'are'} loaded over plain http.`,
    foreign_without_integrity: ({ foreign_scripts, without_integrity }) =>
      `${share(without_integrity, foreign_scripts)} ${without_integrity === 1 ? 'has' : 'have'} no integrity hash.`,
    no_foreign_scripts: 'The page has no scripts from other sites.',
  },
  examples: {
    passes: {
      html: '<script src="https://cdn.example.org/a.js" integrity="sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC" crossorigin></script>',
    },
    fails: { html: '<script src="https://cdn.example.org/a.js"></script>' },
  },
  run(page) {
    const scripts = foreignScripts(page);
    if (scripts.length === 0) return notApplicable('no_foreign_scripts');
    const loadedAsIs = new Set(elementsNotUpgraded(page));
    const insecure = scripts.filter(({ url, element }) => url.startsWith('http:') && loadedAsIs.has(element));
    const unprotected = scripts.filter(({ element }) => !hasIntegrity(element));
    const value = {
      foreign_scripts: scripts.length,
      over_http: insecure.length,
      without_integrity: unprotected.length,
    };
    if (insecure.length > 0) return fail('foreign_over_http', { value, evidence: elementsOf(insecure) });
    if (unprotected.length === 0) return pass(value);
    return fail('foreign_without_integrity', { value, evidence: elementsOf(unprotected) });
  },
});

function share(scripts: number, all: number): string {
  if (all === 1) return 'The only script from another site';
  return `${scripts.toLocaleString('en')} of ${counted(all, 'script')} from other sites`;
}

interface ForeignScript {
  readonly element: Element;
  readonly url: string;
}

function foreignScripts(page: Page): ForeignScript[] {
  const base = baseUrlOf(page);
  const scripts = elementsNamed(page.dom, 'script').filter((script) => scriptKind(script) !== null);
  return scripts.flatMap((element) => {
    const url = fetchable(attribute(element, 'src') ?? '', base);
    return url === null || (attribute(element, 'src') ?? '') === '' || isSameSite(url, page.url)
      ? []
      : [{ element, url }];
  });
}

/** Whether two hosts are equal or have the same registrable domain. */
function isSameSite(a: string, b: string): boolean {
  const domain = getDomain(a, { allowPrivateDomains: true });
  if (domain === null) return new URL(a).hostname === new URL(b).hostname;
  return domain === getDomain(b, { allowPrivateDomains: true });
}

/** @see https://www.w3.org/TR/sri-2/#parse-metadata */
function hasIntegrity(script: Element): boolean {
  const tokens = (attribute(script, 'integrity') ?? '').split(/\s+/);
  return tokens.some((token) => /^sha(256|384|512)-[A-Za-z0-9+/_-]+={0,2}(\?|$)/.test(token));
}

function elementsOf(scripts: readonly ForeignScript[]): Element[] {
  return scripts.map(({ element }) => element);
}
