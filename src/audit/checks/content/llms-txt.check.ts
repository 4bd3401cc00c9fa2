import { fail, notApplicable, pass, type SurroundingsCheck, warn } from '../../check.js';

const MIN_CHARACTERS = 50;
const response = { url: 'https://example.com/llms.txt', error: null, headers: [] };

export const llmsTxt: SurroundingsCheck = {
  id: 'llms_txt',
  name: 'llms.txt',
  category: 'content',
  importance: 'info',
  what: 'If the file /llms.txt exists, it is valid: it has a heading, links and some text.',
  why: 'Some AI assistants read it for an overview of the site.',
  fix: 'Start the file with "# Name of the site", describe the site, and list links as [name](url).',
  source: 'https://llmstxt.org/',
  method: 'exact',
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
    if (status >= 500) return fail('server_error', { value: status });
    if (/^\s*<(!doctype|html)/i.test(body)) return notApplicable('absent');
    if (!/^#\s+\S/m.test(body)) return warn('no_heading');
    if (!/\[[^\]]{1,500}\]\([^)\s]{1,2000}\)/.test(body)) return warn('no_links');
    return body.trim().length < MIN_CHARACTERS ? warn('too_short') : pass();
  },
};
