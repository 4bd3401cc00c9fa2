import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, notApplicable, pass } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { metadataNamed } from '../../dom/head.js';
import { textWidth } from '../../dom/text-width.js';
import { collapsed } from '../../dom/titles.js';
import { graphemeCount } from '../../dom/words.js';

const MIN_CHARACTERS = 50;
/** Width of fifty Latin letters that are wider than most: 29 characters of Chinese say as much. */
const MIN_WIDTH_PX = 400;
const MAX_CHARACTERS = 160;
/** Width of two lines of a search result in Arial 14 px. */
const MAX_WIDTH_PX = 990;
const FONT_SIZE_PX = 14;

export const metaDescriptionLength = documentCheck({
  id: 'meta_description_length',
  name: 'Meta description length',
  category: 'seo',
  importance: 'low',
  what: 'The meta description has at least 50 characters or 400 px, and at most 160 characters or 990 px.',
  why: 'Search results truncate long descriptions. There is no fixed limit and no penalty, but readers do not see the rest.',
  fix: 'Summarize the page in one or two sentences, with the most important part in the first 150 characters.',
  source: 'https://developers.google.com/search/docs/appearance/snippet',
  method: 'exact',
  restsOnContent: true,
  value: { characters: 'integer', width_px: 'number' },
  messages: {
    pass: ({ characters }) => `The meta description has ${counted(characters, 'character')}.`,
    too_short: ({ characters }) =>
      `The meta description has only ${counted(characters, 'character')}; it should have at least 50.`,
    too_long: ({ characters, width_px }) =>
      `The meta description has ${counted(characters, 'character')} and is ${counted(Math.round(width_px), 'pixel')} wide; search results cut it off after 990 pixels.`,
    no_description: 'The page has no meta description.',
  },
  examples: {
    passes: {
      html: '<head><meta name="description" content="Shoes in every shade of blue, from sandals to boots, in sizes 35 to 50."></head>',
    },
    fails: { html: '<head><meta name="description" content="Blue shoes."></head>' },
  },
  run(page) {
    const [meta] = metadataNamed(page, 'description');
    const text = meta ? collapsed(attribute(meta, 'content') ?? '') : '';
    if (!meta || text === '') return notApplicable('no_description');
    const characters = graphemeCount(text, 2000);
    const width_px = textWidth(text, FONT_SIZE_PX);
    const value = { characters, width_px };
    const evidence = [meta];
    if (characters < MIN_CHARACTERS && width_px < MIN_WIDTH_PX) return fail('too_short', { value, evidence });
    const isTooLong = characters > MAX_CHARACTERS && width_px > MAX_WIDTH_PX;
    return isTooLong ? fail('too_long', { value, evidence }) : pass(value);
  },
});
