import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';

export const notFoundPage = surroundingsCheck({
  id: '404_page',
  name: 'Error page for missing URLs',
  category: 'seo',
  importance: 'medium',
  what: 'A URL that does not exist returns status 404 or 410.',
  why: 'If error pages return 200, search engines index them, and broken links go unnoticed.',
  fix: 'Return status 404 with the "not found" page; do not redirect to the home page.',
  source: 'https://developers.google.com/search/docs/crawling-indexing/http-network-errors',
  method: 'exact',
  value: { status: 'integer' },
  messages: {
    pass: ({ status }) => `A URL that does not exist returned status ${String(status)}.`,
    redirects: ({ status }) =>
      `A URL that does not exist redirects with status ${String(status)} instead of returning status 404.`,
    soft_404: insteadOf404,
    other_status: insteadOf404,
    not_asked: 'The response to a URL that does not exist is unknown.',
  },
  examples: {
    passes: {
      html: '',
      responses: { missingPage: { url: 'https://example.com/x', status: 404, error: null, headers: [] } },
    },
    fails: {
      html: '',
      responses: { missingPage: { url: 'https://example.com/x', status: 200, error: null, headers: [] } },
    },
  },
  judge({ responses: { missingPage } }) {
    if (!missingPage?.status) return notApplicable('not_asked');
    const { status, url } = missingPage;
    if (status === 404 || status === 410) return pass({ status });
    const value = { status };
    const evidence = [textEvidence(url)];
    if (status >= 300 && status < 400) return fail('redirects', { value, evidence });
    return status < 300 ? fail('soft_404', { value, evidence }) : fail('other_status', { value, evidence });
  },
});

function insteadOf404({ status }: { status: number }): string {
  return `A URL that does not exist returned status ${String(status)} instead of status 404.`;
}
