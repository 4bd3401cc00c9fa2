import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';
import { metadata } from '../../dom/head.js';
import { quoted } from '../../quoted.js';

const CARDS = new Set(['summary', 'summary_large_image', 'app', 'player']);
const FALLBACK = ['og:title', 'og:type'];

interface Meta {
  readonly element: Element;
  readonly content: string;
}

export const twitterCard = documentCheck({
  id: 'twitter_card',
  name: 'Twitter card',
  category: 'content',
  importance: 'low',
  what: 'The page declares its card type for X, or has Open Graph tags instead.',
  why: 'Without a card, a shared link is shown as a plain URL.',
  fix: 'Add <meta name="twitter:card" content="summary_large_image"> to the head.',
  source: 'https://developer.x.com/en/docs/x-for-websites/cards/overview/markup',
  method: 'exact',
  restsOnContent: true,
  value: { card: 'text?' },
  messages: {
    pass: ({ card }) =>
      card === null
        ? 'The page has no twitter:card tag, but the Open Graph tags that can replace it.'
        : `The page declares the card type ${quoted(card)}.`,
    unknown_card: ({ card }) =>
      card === null || card === ''
        ? 'The page has an empty twitter:card tag.'
        : `The page declares the card type ${quoted(card)}, which does not exist.`,
    absent: 'The page has neither a twitter:card tag nor the Open Graph tags og:title and og:type.',
  },
  examples: {
    passes: { html: '<head><meta name="twitter:card" content="summary"></head>' },
    fails: { html: '<head></head>' },
  },
  run(page) {
    const metas = new Map<string, Meta>();
    for (const element of metadata(page)) {
      const content = (attribute(element, 'content') ?? '').trim();
      for (const name of ['name', 'property']) {
        const key = (attribute(element, name) ?? '').trim().toLowerCase();
        if ((metas.get(key)?.content ?? '') === '') metas.set(key, { element, content });
      }
    }
    const card = metas.get('twitter:card');
    const value = { card: card?.content ?? null };
    if (card) {
      const isKnown = CARDS.has(card.content.toLowerCase());
      return isKnown ? pass(value) : fail('unknown_card', { value, evidence: [card.element] });
    }
    const hasFallback = FALLBACK.every((name) => (metas.get(name)?.content ?? '') !== '');
    return hasFallback ? pass(value) : fail('absent', { value });
  },
});
