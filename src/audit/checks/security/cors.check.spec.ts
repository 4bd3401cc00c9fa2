import { type Header } from '../../page.js';
import { verdictsOf } from '../verdicts.fixture.js';
import { cors } from './cors.check.js';

const origin = 'https://stranger.example';
const answered = (allowOrigin: string, allowCredentials?: string) => ({
  html: '',
  answers: {
    foreignOrigin: {
      url: 'https://example.com/',
      status: 200,
      error: null,
      origin,
      headers: [
        ['access-control-allow-origin', allowOrigin],
        ...(allowCredentials === undefined ? [] : [['access-control-allow-credentials', allowCredentials]]),
      ] as unknown as Header[],
    },
  },
});

verdictsOf(cors, [
  ['does not apply if it was not requested', { html: '' }, 'not_applicable'],
  ['passes everybody without credentials', answered('*'), 'pass'],
  ['passes everybody with credentials: browsers refuse that', answered('*', 'true'), 'pass'],
  ['passes another site', answered('https://friend.example', 'true'), 'pass'],
  ['passes the stranger without credentials', answered(origin), 'pass'],
  ['passes credentials spelled as no browser reads them', answered(origin, 'True'), 'pass'],
  ['fails the stranger with credentials', answered(origin, 'true'), 'any_origin_with_credentials'],
]);
