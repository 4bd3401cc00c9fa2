import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass, warn } from '../../check.js';
import { attribute, type Element, isHtml } from '../../dom/dom.js';
import { baseUrlOf, resolve } from '../../dom/head.js';
import { elementsNotUpgraded } from '../../dom/policies.js';
import { type Page } from '../../page.js';
import { isLoopback } from './loopback.js';

/** Attributes with URLs that browsers load for the page, by element. Active content can take over the page. */
const ACTIVE: Readonly<Record<string, string>> = {
  script: 'src',
  iframe: 'src',
  frame: 'src',
  embed: 'src',
  object: 'data',
  track: 'src',
};
const PASSIVE: Readonly<Record<string, string>> = { img: 'src', audio: 'src', video: 'src', source: 'src' };
const ACTIVE_RELATIONS = /(^|\s)(stylesheet|manifest|modulepreload|preload)(\s|$)/i;

export const mixedContent = documentCheck({
  id: 'mixed_content',
  name: 'Mixed content',
  category: 'security',
  importance: 'high',
  what: 'A page on https loads nothing over plain http.',
  why: 'Browsers block scripts and styles from plain http, which breaks the page. Images can be read and changed in transit.',
  fix: 'Change the URLs to https://. If the other server does not support https, host a copy.',
  source: 'https://www.w3.org/TR/mixed-content/',
  method: 'exact',
  value: { active: 'integer', passive: 'integer' },
  messages: {
    pass: 'The page loads nothing over plain http.',
    active_content: ({ active, passive }) => {
      const rest = passive === 0 ? '' : `, and images or media in ${counted(passive, 'place')}`;
      return `The page loads scripts, styles or frames over plain http in ${counted(active, 'place')}${rest}.`;
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
    const active = insecure(page, activeAddress);
    const passive = insecure(page, passiveAddress);
    const value = { active: active.length, passive: passive.length };
    const evidence = [...active, ...passive];
    if (active.length > 0) return fail('active_content', { value, evidence });
    return passive.length > 0 ? warn('passive_content', { value, evidence }) : pass(value);
  },
});

function insecure(page: Page, addressesOf: (element: Element) => readonly string[]): Element[] {
  const base = baseUrlOf(page);
  return elementsNotUpgraded(page).filter((element) =>
    addressesOf(element).some((address) => {
      const url = resolve(address, base);
      return url !== null && url.startsWith('http:') && !isLoopback(new URL(url).hostname);
    }),
  );
}

function activeAddress(element: Element): string[] {
  const name = ACTIVE[element.tagName];
  const isLink = isHtml(element, 'link') && ACTIVE_RELATIONS.test(attribute(element, 'rel') ?? '');
  const address =
    name !== undefined ? attribute(element, name) : isLink ? attribute(element, 'href') : undefined;
  return address === undefined || address === '' ? [] : [address];
}

function passiveAddress(element: Element): string[] {
  const name = PASSIVE[element.tagName];
  if (name === undefined) return [];
  const poster = isHtml(element, 'video') ? attribute(element, 'poster') : undefined;
  const candidates = (attribute(element, 'srcset') ?? '')
    .split(',')
    .map((part) => part.trim().split(/\s+/)[0] ?? '');
  return [attribute(element, name) ?? '', poster ?? '', ...candidates].filter((address) => address !== '');
}
