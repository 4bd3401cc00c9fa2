import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { graphemeCount } from '../../dom/words.js';
import { withText } from '../../dom/evidence.js';
import { headTitles, titleText } from '../../dom/titles.js';
import { textWidth } from '../../dom/text-width.js';

const MIN_CHARACTERS = 10;
/** Width of ten Latin letters that are wider than most: seven characters of Chinese say as much. */
const MIN_WIDTH_PX = 130;
const MAX_CHARACTERS = 70;
/** Maximum title width in search results, in Arial 20 px. */
const MAX_WIDTH_PX = 580;
const FONT_SIZE_PX = 20;

export const titleLength = documentCheck({
  id: 'title_length',
  name: 'Title length',
  category: 'seo',
  importance: 'low',
  what: 'The title has at least 10 characters or 130 px, and at most 70 characters or 580 px.',
  why: 'Search results truncate long titles, and a very short title says little. No search engine penalizes the length.',
  fix: 'Say what the page is about in the first 60 characters or so, with the most important words first.',
  source: 'https://developers.google.com/search/docs/appearance/title-link',
  method: 'exact',
  restsOnContent: true,
  value: { characters: 'integer', width_px: 'number' },
  messages: {
    pass: ({ characters }) => `The title has ${counted(characters, 'character')}.`,
    too_short: ({ characters }) =>
      `The title has only ${counted(characters, 'character')}; it should have at least 10.`,
    too_long: ({ characters, width_px }) =>
      `The title has ${counted(characters, 'character')} and is ${counted(Math.round(width_px), 'pixel')} wide; search results cut it off after 580 pixels.`,
    no_title: 'The page has no title.',
  },
  examples: {
    passes: { html: '<title>Blue shoes in all sizes</title>' },
    fails: { html: '<title>Shoes</title>' },
  },
  run({ dom }) {
    const text = titleText(dom);
    if (text === '') return notApplicable('no_title');
    const characters = graphemeCount(text, 1000);
    const width_px = textWidth(text, FONT_SIZE_PX);
    const value = { characters, width_px };
    const evidence = headTitles(dom).slice(0, 1).map(withText);
    if (characters < MIN_CHARACTERS && width_px < MIN_WIDTH_PX) return fail('too_short', { value, evidence });
    const isTooLong = characters > MAX_CHARACTERS && width_px > MAX_WIDTH_PX;
    return isTooLong ? fail('too_long', { value, evidence }) : pass(value);
  },
});
