import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { gradeRedirection } from '../../parity/observatory-grade.js';
import { type SiteResponse } from '../../surroundings.js';

export const httpToHttps: SurroundingsCheck = {
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
  examples: {
    passes: {
      html: '',
      responses: { plainHttp: [hop('http://example.com/', 301), hop('https://example.com/', 200)] },
    },
    fails: { html: '', responses: { plainHttp: [hop('http://example.com/', 200)] } },
  },
  judge({ responses: { plainHttp } }) {
    if (!plainHttp) return notApplicable('not_asked');
    const { result, modifier } = gradeRedirection(plainHttp);
    const value = { observatory_result: result, observatory_modifier: modifier };
    if (modifier >= 0) return pass(value);
    const evidence = plainHttp.map(({ url, status, error }) =>
      textEvidence(`${String(status ?? error)} ${url}`),
    );
    return fail(result, { value, evidence });
  },
};

function hop(url: string, status: number): SiteResponse {
  return { url, status, error: null, headers: [] };
}
