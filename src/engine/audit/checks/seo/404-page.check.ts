import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { TOO_MANY_REQUESTS } from '../../too-many-requests.js';
import { textEvidence } from '../../dom/evidence.js';

export const notFoundPage = surroundingsCheck({
  id: '404_page',
  name: 'Error page for missing URLs',
  category: 'seo',
  importance: 'medium',
  what: 'A URL that does not exist returns status 404 or 410, at once or after redirects.',
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
      responses: { missingPage: [{ url: 'https://example.com/x', status: 404, error: null, headers: [] }] },
    },
    fails: {
      html: '',
      responses: { missingPage: [{ url: 'https://example.com/x', status: 200, error: null, headers: [] }] },
    },
  },
  judge({ responses: { missingPage } }) {
    const [first, ...others] = missingPage ?? [];
    const status = missingPage?.at(-1)?.status;
    if (!first?.status || !status || status === TOO_MANY_REQUESTS) return notApplicable('not_asked');
    if (status === 404 || status === 410) return pass({ status });
    const evidence = [first, ...others].map(({ url }) => textEvidence(url));
    if (status >= 300) return fail('other_status', { value: { status }, evidence });
    return others.length > 0
      ? fail('redirects', { value: { status: first.status }, evidence })
      : fail('soft_404', { value: { status }, evidence });
  },
});

function insteadOf404({ status }: { status: number }): string {
  return `A URL that does not exist returned status ${String(status)} instead of status 404.`;
}
