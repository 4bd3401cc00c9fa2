import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
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
  ['fails the stranger with credentials', responding(origin, 'true'), 'any_origin_with_credentials'],
]);
