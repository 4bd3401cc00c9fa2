import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, type Element, elementsNamed } from '../../dom/dom.js';
import { baseUrlOf } from '../../dom/head.js';
import { fetchable } from '../../dom/resources.js';

export const unsafeCrossOriginLinks = documentCheck({
  id: 'unsafe_cross_origin_links',
  name: 'Links that open other sites in a new window',
  category: 'security',
  importance: 'low',
  what: 'Links that open another site in a new window give that window no access to this page.',
  why: 'In browsers from before 2021, the other site can redirect this page. Newer browsers prevent that by default.',
  fix: 'Add rel="noopener" to links with target="_blank".',
  source: 'https://html.spec.whatwg.org/multipage/links.html#link-type-noopener',
  method: 'exact',
  value: { links: 'integer', unsafe: 'integer' },
  messages: {
    pass: ({ links }) =>
      `${counted(links, 'link opens', 'links open')} another site in a new window that has no access to this page.`,
    no_noopener: ({ unsafe }) =>
      `${counted(unsafe, 'link opens', 'links open')} another site in a new window without noopener or noreferrer.`,
    no_such_links: 'No link opens another site in a new window.',
  },
  examples: {
    passes: { html: '<a href="https://example.org/" target="_blank" rel="noopener">x</a>' },
    fails: { html: '<a href="https://example.org/" target="_blank">x</a>' },
  },
  run(page) {
    const base = baseUrlOf(page);
    const own = `${new URL(page.url).origin}/`;
    const ofAll = elementsNamed(page.dom, 'base')
      .map((element) => attribute(element, 'target'))
      .find((target) => target !== undefined);
    const opening = elementsNamed(page.dom, 'a', 'area', 'form').filter((link) => {
      if ((attribute(link, 'target') ?? ofAll)?.toLowerCase() !== '_blank') return false;
      const url = fetchable(attribute(link, link.tagName === 'form' ? 'action' : 'href') ?? '', base);
      return url !== null && !url.startsWith(own);
    });
    if (opening.length === 0) return notApplicable('no_such_links');
    const unsafe = opening.filter((link) => !isCutOff(link));
    const value = { links: opening.length, unsafe: unsafe.length };
    return unsafe.length === 0 ? pass(value) : fail('no_noopener', { value, evidence: unsafe });
  },
});

function isCutOff(link: Element): boolean {
  const relations = (attribute(link, 'rel') ?? '').toLowerCase().split(/\s+/);
  return relations.includes('noopener') || relations.includes('noreferrer');
}
