import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { llmsTxt } from './llms-txt.check.js';

const responding = (body: string, status: number | null = 200) => ({
  html: '',
  responses: { llmsTxt: { url: 'https://example.com/llms.txt', status, error: null, headers: [], body } },
});
const whole = '# Shoes\n\nAll about blue shoes and their sizes.\n\n- [Sizes](https://example.com/)';

verdictsOf(llmsTxt, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply to 404', responding('', 404), 'not_applicable'],
  ['does not apply to a page in its place', responding('<!DOCTYPE html><title>x'), 'not_applicable'],
  ['fails a server error', responding('', 503), 'server_error'],
  ['passes heading, link and text', responding(whole), 'pass'],
  ['warns without a heading', responding(whole.replace('# ', '')), 'no_heading'],
  ['warns without a link', responding(whole.replace(/\(.*\)/, '')), 'no_links'],
  ['warns of too little', responding('# A\n[b](c)'), 'too_short'],
]);

it.each([
  [responding('', 503), 'The file /llms.txt returned status 503.'],
  [responding('# A\n[b](c)'), 'The file /llms.txt has only 10 characters; it should have at least 50.'],
])('says what was found: %#', (page, message) => {
  expect(messageOf(findingOn(llmsTxt, page))).toBe(message);
});
