import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { type Element } from '../../dom/dom.js';
import { baseUrlOf, resolve } from '../../dom/head.js';
import { elementsNotUpgraded } from '../../dom/policies.js';
import { type Page } from '../../page.js';
import { loadedAddresses } from './loaded-addresses.js';
import { isLoopback } from './loopback.js';

export const mixedContent = documentCheck({
  id: 'mixed_content',
  name: 'Mixed content',
  category: 'security',
  importance: 'high',
  what: 'A page on https loads nothing over plain http.',
  why: 'Browsers block scripts, styles and fonts from plain http, which breaks the page. Images can be missing, or be read and changed in transit.',
  fix: 'Change the URLs to https://. If the other server does not support https, host a copy.',
  source: 'https://www.w3.org/TR/mixed-content/',
  method: 'exact',
  value: { active: 'integer', passive: 'integer' },
  messages: {
    pass: 'The page loads nothing over plain http.',
    active_content: ({ active, passive }) => {
      const rest = passive === 0 ? '' : `, and other images or media in ${counted(passive, 'place')}`;
      return `The page loads scripts, styles, fonts, frames or images of a srcset over plain http in ${counted(active, 'place')}${rest}.`;
    },
    passive_content: ({ passive }) =>
      `The page loads images or media over plain http in ${counted(passive, 'place')}.`,
    plain_http: 'The page itself is served over plain http.',
  },
  examples: {
    passes: { html: '<script src="https://example.com/a.js"></script>' },
    fails: { html: '<script src="http://example.com/a.js"></script>' },
  },
  run(page) {
    if (!page.url.startsWith('https:')) return notApplicable('plain_http');
    const { active, passive } = insecureElements(page);
    const value = { active: active.length, passive: passive.length };
    const evidence = [...active, ...passive];
    if (active.length > 0) return fail('active_content', { value, evidence });
    return passive.length > 0 ? warn('passive_content', { value, evidence }) : pass(value);
  },
});

/** Elements that load something over plain http. One that loads active content counts as active only. */
function insecureElements(page: Page): { active: Element[]; passive: Element[] } {
  const base = baseUrlOf(page);
  const isInsecure = (address = '') => {
    const url = address === '' ? null : resolve(address, base);
    return url !== null && url.startsWith('http:') && !isLoopback(new URL(url).hostname);
  };
  const active: Element[] = [];
  const passive: Element[] = [];
  for (const element of elementsNotUpgraded(page)) {
    const loaded = loadedAddresses(element);
    if (loaded.active.some(isInsecure)) active.push(element);
    else if (loaded.passive.some(isInsecure)) passive.push(element);
  }
  return { active, passive };
}
