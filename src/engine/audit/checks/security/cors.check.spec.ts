import { type Header } from '../../page.js';
import { messageOf } from '../../message.js';
import { findingOn, verdictsOf } from '../verdicts.fixture.js';
import { cors } from './cors.check.js';

const origin = 'https://stranger.example';
const responding = (allowOrigin: string, allowCredentials?: string) => {
  const headers: Header[] = [['access-control-allow-origin', allowOrigin]];
  if (allowCredentials !== undefined) headers.push(['access-control-allow-credentials', allowCredentials]);
  return {
    html: '',
    responses: {
      foreignOrigin: { url: 'https://example.com/', status: 200, error: null, origin, headers },
    },
  };
};

verdictsOf(cors, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['passes everyone without credentials', responding('*'), 'pass'],
  ['passes everyone with credentials: browsers refuse that', responding('*', 'true'), 'pass'],
  ['passes another site', responding('https://friend.example', 'true'), 'pass'],
  ['passes the stranger without credentials', responding(origin), 'pass'],
  ['passes credentials spelled as no browser reads them', responding(origin, 'True'), 'pass'],
  ['passes sandboxed frames without credentials', responding('null'), 'pass'],
  [
    'fails sandboxed frames with credentials: any site can make one',
    responding('null', 'true'),
    'any_origin_with_credentials',
  ],
  ['fails the stranger with credentials', responding(origin, 'true'), 'any_origin_with_credentials'],
]);

it.each([
  [responding(''), 'The response to another origin has no Access-Control-Allow-Origin header.'],
  [responding('*', 'true'), "Every site can read the page, but not with its visitors' cookies."],
  [
    responding('https://friend.example', 'true'),
    "Access-Control-Allow-Origin is “https://friend.example”, so not every site can read the page with its visitors' cookies.",
  ],
  [
    responding(origin),
    "Access-Control-Allow-Origin is “https://stranger.example”, but no site can read the page with its visitors' cookies.",
  ],
  [
    responding(origin, 'true'),
    "Every site can read the page with its visitors' cookies: the server returned the unknown origin “https://stranger.example” in Access-Control-Allow-Origin.",
  ],
  [
    responding('null', 'true'),
    "Every site can read the page with its visitors' cookies: Access-Control-Allow-Origin is “null”, which is the origin of any sandboxed frame.",
  ],
])('says who can read the page: %j', (page, expected) => {
  expect(messageOf(findingOn(cors, page))).toBe(expected);
});
