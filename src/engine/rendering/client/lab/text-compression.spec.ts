import { type TracedRequest } from './simulated.js';
import { savedByCompression } from './text-compression.js';

function requests(data: object): TracedRequest[] {
  const script = {
    url: 'https://example.com/app.js',
    mimeType: 'text/javascript',
    resourceType: 'Script',
    decodedBodyLength: 100_000,
    encodedDataLength: 100_200,
    responseHeaders: [],
    failed: false,
  };
  const list: unknown[] = [{ args: { data: { ...script, ...data } } }];
  return list as TracedRequest[];
}

it.each([
  ['a script', {}, 67_000],
  ['a script of an older media type', { mimeType: 'application/x-javascript' }, 67_000],
  ['a script of an unknown media type', { mimeType: 'application/octet-stream' }, 67_000],
  ['JSON with a type of its own', { mimeType: 'application/problem+json', resourceType: 'Fetch' }, 50_000],
  ['a picture that a script asks for', { mimeType: 'image/png', resourceType: 'Fetch' }, 0],
  ['a file of a cache or a service worker', { encodedDataLength: 0 }, 0],
  ['a file that did not arrive', { failed: true }, 0],
  ['a compressed file', { responseHeaders: [{ name: 'Content-Encoding', value: 'gzip' }] }, 0],
] as const)('compression saves of %s', (_, data, bytes) => {
  expect(requests(data).map(savedByCompression)).toEqual([bytes]);
});
