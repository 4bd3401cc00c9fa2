import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';

export const notFoundPage: SurroundingsCheck = {
  id: '404_page',
  name: 'Page for missing addresses',
  category: 'seo',
  importance: 'medium',
  what: 'An address that does not exist answers with status 404 or 410.',
  why: 'Where errors answer 200, search engines index them, and dead links are never noticed.',
  fix: 'Have the server send status 404 with its "not found" page, and no redirect to the start page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  method: 'exact',
  examples: {
    passes: {
      html: '',
      answers: { missingPage: { url: 'https://example.com/x', status: 404, error: null, headers: [] } },
    },
    fails: {
      html: '',
      answers: { missingPage: { url: 'https://example.com/x', status: 200, error: null, headers: [] } },
    },
  },
  judge({ answers: { missingPage } }) {
    if (!missingPage?.status) return notApplicable('not_asked');
    const { status, url } = missingPage;
    if (status === 404 || status === 410) return pass(status);
    const details = { value: status, evidence: [textEvidence(url)] };
    if (status >= 300 && status < 400) return fail('redirects', details);
    return status < 300 ? fail('soft_404', details) : fail('other_status', details);
  },
};
