import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck, warn } from '../../check.js';

const MIN_CHARACTERS = 50;
const response = { url: 'https://example.com/llms.txt', error: null, headers: [] };

export const llmsTxt = surroundingsCheck({
  id: 'llms_txt',
  name: 'llms.txt',
  category: 'content',
  importance: 'info',
  what: 'If the file /llms.txt exists, it is valid: it has a heading, links and some text.',
  why: 'Some AI assistants read it for an overview of the site.',
  fix: 'Start the file with "# Name of the site", describe the site, and list links as [name](url).',
  source: 'https://llmstxt.org/',
  method: 'exact',
  value: { status: 'integer', characters: 'integer' },
  messages: {
    pass: 'The file /llms.txt has a heading, links and text.',
    server_error: ({ status }) => `The file /llms.txt returned status ${String(status)}.`,
    no_heading: 'The file /llms.txt has no heading.',
    no_links: 'The file /llms.txt has no links.',
    too_short: ({ characters }) =>
      `The file /llms.txt has only ${counted(characters, 'character')}; it should have at least ${String(MIN_CHARACTERS)}.`,
    absent: 'The site has no file /llms.txt.',
  },
  examples: {
    passes: {
      html: '',
      responses: {
        llmsTxt: {
          ...response,
          status: 200,
          body: '# Blue shoes\n\nEverything about blue shoes and where to buy them.\n\n- [Sizes](https://example.com/sizes)',
        },
      },
    },
    fails: { html: '', responses: { llmsTxt: { ...response, status: 500, body: '' } } },
  },
  judge({ responses }) {
    const { status, body } = responses.llmsTxt ?? { status: null, body: '' };
    if (status === null || (status >= 300 && status < 500)) return notApplicable('absent');
    const value = { status, characters: body.trim().length };
    if (status >= 500) return fail('server_error', { value });
    if (/^\s*<(!doctype|html)/i.test(body)) return notApplicable('absent');
    if (!/^#\s+\S/m.test(body)) return warn('no_heading', { value });
    if (!/\[[^\]]{1,500}\]\([^)\s]{1,2000}\)/.test(body)) return warn('no_links', { value });
    return value.characters < MIN_CHARACTERS ? warn('too_short', { value }) : pass(value);
  },
});
