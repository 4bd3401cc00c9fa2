import { preloadedEndingOf } from '../../preloaded-endings.js';
import { fail, notApplicable, pass, type Place, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { gradeRedirection } from '../../parity/observatory-grade.js';
import { quoted } from '../../quoted.js';
import { isUnknown, type SiteResponse } from '../../surroundings.js';

export const httpToHttps = surroundingsCheck({
  id: 'http_to_https',
  name: 'Redirect from http to https',
  category: 'security',
  importance: 'high',
  what: 'The plain-http URL redirects directly to https on the same host, or no server listens there.',
  why: 'People type URLs without https://, and are unprotected until the redirect.',
  fix: 'Redirect every http request with status 301 to the same host and path on https, before any other redirect.',
  source:
    'https://developer.mozilla.org/en-US/docs/Web/Security/Practical_implementation_guides/TLS#http_redirection',
  method: 'exact',
  value: { observatory_result: 'text', observatory_modifier: 'integer', urls: 'texts' },
  messages: {
    pass: ({ observatory_result }) =>
      observatory_result === 'to_https'
        ? 'The plain-http URL redirects directly to https on the same host.'
        : observatory_result === 'all_preloaded'
          ? 'Browsers use https for all addresses of the top-level domain.'
          : 'No page is served over plain http.',
    invalid_certificate: ({ urls }) =>
      `The plain-http URL redirects to ${quoted(urls.at(-1) ?? '')}, whose certificate is invalid.`,
    missing: 'The plain-http URL does not redirect to https.',
    not_to_https: ({ urls }) => `The plain-http URL redirects to ${quoted(urls.at(-1) ?? '')}, not to https.`,
    https_late: ({ urls }) =>
      `The plain-http URL redirects to ${quoted(urls[1] ?? '')} first, and to https only after that.`,
    dead_end: ({ urls }) =>
      urls.at(-1) === urls.at(-2)
        ? `The plain-http URL redirects from ${quoted(urls.at(-1) ?? '')} to an address that can't be loaded.`
        : `The plain-http URL redirects to ${quoted(urls.at(-1) ?? '')}, which could not be loaded.`,
    other_host: ({ urls }) =>
      `The plain-http URL redirects to ${quoted(urls[1] ?? '')}, which is https but on another host.`,
    not_asked: 'The plain-http URL was not requested.',
  },
  examples: {
    passes: {
      html: '',
      responses: { plainHttp: [hop('http://example.com/', 301), hop('https://example.com/', 200)] },
    },
    fails: { html: '', responses: { plainHttp: [hop('http://example.com/', 200)] } },
  },
  judge({ responses: { plainHttp } }) {
    if (!plainHttp) return notApplicable('not_asked');
    const { result, modifier } = gradeRedirection(plainHttp, (host) => preloadedEndingOf(host) !== null);
    const urls = plainHttp.map(({ url }) => url);
    const value = { observatory_result: result, observatory_modifier: modifier, urls };
    const last = plainHttp.at(-1);
    if (plainHttp.length > 1 && last?.status === null && result === 'no_http')
      return isUnknown(last)
        ? notApplicable('not_asked')
        : fail('dead_end', { value, evidence: evidenceOf(plainHttp) });
    if (modifier === 0) return pass(value);
    return fail(result, { value, evidence: evidenceOf(plainHttp) });
  },
});

function evidenceOf(responses: readonly SiteResponse[]): Place[] {
  return responses.map(({ url, status }) =>
    textEvidence(`${url} ${status === null ? 'did not respond' : `returned status ${String(status)}`}`),
  );
}

function hop(url: string, status: number): SiteResponse {
  return { url, status, error: null, headers: [] };
}
