import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { type Header, headerValues } from '../../page.js';
import { quoted } from '../../quoted.js';

const foreign = { url: 'https://example.com/', status: 200, error: null, origin: 'https://stranger.example' };
/** The origin of sandboxed frames, which every site can make. */
const ANONYMOUS = 'null';
const credentials: Header = ['access-control-allow-credentials', 'true'];

export const cors = surroundingsCheck({
  id: 'cors',
  name: 'Cross-origin access (CORS)',
  category: 'security',
  importance: 'high',
  what: "The server does not let every site read the page with its visitors' cookies.",
  why: 'Otherwise any site can read what its visitors see here when they are logged in.',
  fix: "Compare Origin with a list of your own sites before you return it, or don't send Access-Control-Allow-Credentials.",
  source: 'https://fetch.spec.whatwg.org/#http-cors-protocol',
  method: 'exact',
  value: { allow_origin: 'text?', allow_credentials: 'flag' },
  messages: {
    pass: ({ allow_origin, allow_credentials }) => {
      if (allow_origin === null)
        return 'The response to another origin has no Access-Control-Allow-Origin header.';
      if (allow_origin === '*') return "Every site can read the page, but not with its visitors' cookies.";
      return allow_credentials
        ? `Access-Control-Allow-Origin is ${quoted(allow_origin)}, so not every site can read the page with its visitors' cookies.`
        : `Access-Control-Allow-Origin is ${quoted(allow_origin)}, but no site can read the page with its visitors' cookies.`;
    },
    any_origin_with_credentials: ({ allow_origin }) =>
      allow_origin === ANONYMOUS
        ? `Every site can read the page with its visitors' cookies: Access-Control-Allow-Origin is ${quoted(ANONYMOUS)}, which is the origin of any sandboxed frame.`
        : `Every site can read the page with its visitors' cookies: the server returned the unknown origin ${quoted(allow_origin ?? '')} in Access-Control-Allow-Origin.`,
    not_asked: 'No response to a request from another origin was received.',
  },
  examples: {
    passes: {
      html: '',
      responses: { foreignOrigin: { ...foreign, headers: [['access-control-allow-origin', '*']] } },
    },
    fails: {
      html: '',
      responses: {
        foreignOrigin: {
          ...foreign,
          headers: [['access-control-allow-origin', 'https://stranger.example'], credentials],
        },
      },
    },
  },
  judge({ responses: { foreignOrigin: response } }) {
    if (!response?.status) return notApplicable('not_asked');
    const allowed = headerValues(response, 'access-control-allow-origin').join(', ').trim();
    const withCredentials =
      headerValues(response, 'access-control-allow-credentials').join(', ').trim() === 'true';
    const value = {
      allow_origin: allowed === '' ? null : allowed.slice(0, 200),
      allow_credentials: withCredentials,
    };
    const isAnyones = allowed === response.origin || allowed === ANONYMOUS;
    if (!isAnyones || !withCredentials) return pass(value);
    return fail('any_origin_with_credentials', {
      value,
      evidence: [
        textEvidence(`Origin: ${response.origin}`),
        textEvidence(`Access-Control-Allow-Origin: ${allowed}`),
      ],
    });
  },
});
