import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute, declaredLanguage, elementsNamed, isHtml } from '../../dom/dom.js';
import { metadataNamed } from '../../dom/head.js';
import { innerText } from '../../dom/inner-text.js';
import { visibleWords } from '../../dom/visible-text.js';
import { titleText } from '../../dom/titles.js';
import { isUnspaced, wordsIn } from '../../dom/words.js';
import { type Page } from '../../page.js';
import { quotedList } from '../../quoted.js';
import { stopWords } from '../../stop-words.js';

const TOP_TERMS = 10;
const MIN_WORDS = 50;
/** Limit for the title, the description and the headings; more than any reader reads. */
const MAX_CHARACTERS = 60_000;

export const contentKeywords = documentCheck({
  id: 'content_keywords',
  name: 'Keywords in title and text',
  category: 'seo',
  importance: 'medium',
  what: "One of the page's ten most frequent terms occurs in its title, and in its description or main heading.",
  why: 'The title, description and heading promise what the text is about. If they name something else, they mislead readers and search engines.',
  fix: 'Use the main term of the text in the title, and in the meta description or the h1.',
  source: 'https://developers.google.com/search/docs/fundamentals/seo-starter-guide',
  method: 'approximate',
  restsOnStyle: true,
  restsOnContent: true,
  value: { terms: 'texts', shared: 'texts' },
  messages: {
    pass: ({ shared }) =>
      `The title, and the description or main heading, contain ${counted(shared.length, 'frequent term')} of the text (${quotedList(shared)}).`,
    not_in_title_and_heading: ({ terms }) =>
      `No frequent term of the text (${quotedList(terms, 5)}) occurs both in the title and in the description or main heading.`,
    too_little_text: 'The page has fewer than 50 words.',
    no_terms: 'The text has no terms except stop words, numbers and single letters.',
  },
  examples: {
    passes: {
      html: `<html lang="en"><title>Blue shoes</title><h1>Our shoes</h1><p>${'These shoes fit everyone. '.repeat(20)}</p>`,
    },
    fails: {
      html: `<html lang="en"><title>Welcome</title><h1>Hello</h1><p>${'These shoes fit everyone. '.repeat(20)}</p>`,
    },
  },
  run(page) {
    const words = visibleWords(page.dom);
    if (words.length < MIN_WORDS) return notApplicable('too_little_text');
    const terms = topTerms(words, stopWords(languageOf(page)));
    if (terms.length === 0) return notApplicable('no_terms');
    const title = new Set(wordsIn(titleText(page.dom).slice(0, MAX_CHARACTERS)));
    const others = new Set(
      [descriptionOf(page), headingsOf(page)].flatMap((text) => wordsIn(text.slice(0, MAX_CHARACTERS))),
    );
    const shared = terms.filter((term) => title.has(term) && others.has(term));
    const value = { terms, shared };
    return shared.length > 0 ? pass(value) : fail('not_in_title_and_heading', { value });
  },
});

function topTerms(words: readonly string[], ignored: ReadonlySet<string>): string[] {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts]
    .filter(([word]) => !ignored.has(word) && !isLetter(word) && !/^\p{N}+$/u.test(word))
    .sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1))
    .slice(0, TOP_TERMS)
    .map(([term]) => term.slice(0, 60));
}

/** A single letter says nothing, unless the script has no white space between words. */
function isLetter(word: string): boolean {
  return /^\p{L}$/u.test(word) && !isUnspaced(word);
}

function languageOf(page: Page): string {
  const root = page.dom.byName.get('html')?.find((element) => isHtml(element, 'html'));
  return ((root && declaredLanguage(page.dom, root)) ?? '').toLowerCase().split('-')[0] ?? '';
}

function descriptionOf(page: Page): string {
  const [meta] = metadataNamed(page, 'description');
  return (meta && attribute(meta, 'content')) ?? '';
}

function headingsOf(page: Page): string {
  return elementsNamed(page.dom, 'h1')
    .slice(0, 5)
    .map((heading) => innerText(heading))
    .join(' ');
}
