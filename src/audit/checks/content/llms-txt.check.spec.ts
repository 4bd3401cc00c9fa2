import { verdictsOf } from '../verdicts.fixture.js';
import { llmsTxt } from './llms-txt.check.js';

const answered = (body: string, status: number | null = 200) => ({
  html: '',
  answers: { llmsTxt: { url: 'https://example.com/llms.txt', status, error: null, headers: [], body } },
});
const whole = '# Shoes\n\nAll about blue shoes and their sizes.\n\n- [Sizes](https://example.com/)';

verdictsOf(llmsTxt, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['does not apply to 404', answered('', 404), 'not_applicable'],
  ['does not apply to a page in its place', answered('<!DOCTYPE html><title>x'), 'not_applicable'],
  ['fails a server error', answered('', 503), 'server_error'],
  ['passes heading, link and text', answered(whole), 'pass'],
  ['warns without a heading', answered(whole.replace('# ', '')), 'no_heading'],
  ['warns without a link', answered(whole.replace(/\(.*\)/, '')), 'no_links'],
  ['warns of too little', answered('# A\n[b](c)'), 'too_short'],
]);
