import { linkInitiators } from './initiators.js';
import { type LoggedRequest } from './network-log.js';

/** A request that began and ended at these times. */
function request(url: string, [begun, ended]: [number, number], more: Partial<LoggedRequest> = {}) {
  return {
    ...{ requestId: url, url, frameId: 'main', resourceType: 'Script', isLinkPreload: false },
    ...{ rendererStartTime: begun, responseHeadersEndTime: ended, finished: true, failed: false },
    ...{ fromDiskCache: false, fromMemoryCache: false, initiator: { type: 'other' } },
    ...more,
  } as LoggedRequest;
}

const byScript = (...urls: string[]) => ({
  initiator: {
    type: 'script',
    stack: { callFrames: urls.map((url) => ({ url })) },
  } as LoggedRequest['initiator'],
});
const BY_PARSER = { initiator: { type: 'parser', url: '/' } as LoggedRequest['initiator'] };

/** The last of the requests, linked. */
function linked(requests: LoggedRequest[]): LoggedRequest | undefined {
  linkInitiators(requests);
  return requests.at(-1);
}

it('links a request to the script that is on top of the stack', () => {
  const [first, second] = [request('/a.js', [0, 1]), request('/b.js', [0, 1])];
  expect(linked([first, second, request('/x', [2, 3], byScript('/b.js', '/a.js'))])?.initiatorRequest).toBe(
    second,
  );
});

it.each([
  ['answered too late', request('/a.js', [0, 9])],
  ['failed', request('/a.js', [0, 1], { failed: true })],
  ['not over', request('/a.js', [0, 1], { finished: false })],
])('links it to none that was %s', (_, script) => {
  expect(linked([script, request('/x', [2, 3], byScript('/a.js'))])?.initiatorRequest).toBeUndefined();
});

it.each([
  ['that is no prefetch', { resourceType: 'Other' }, {}, byScript('/')],
  ['of its frame', { frameId: 'other' }, {}, byScript('/')],
  ['that is a document, if a parser found it', {}, { resourceType: 'Document' }, BY_PARSER],
  [
    'that is a preload, if the other came from the cache',
    { fromDiskCache: true },
    { isLinkPreload: true },
    byScript('/'),
  ],
] as const)('links it to the one of several %s', (_, other, own, more) => {
  const [one, right] = [request('/', [0, 1], { ...other }), request('/', [0, 1], { ...own })];
  expect(linked([one, right, request('/x', [2, 3], more)])?.initiatorRequest).toBe(right);
});

it('links it to none if several can have led to it', () => {
  const same = [request('/', [0, 1]), request('/', [0, 1])];
  expect(linked([...same, request('/x', [2, 3], byScript('/'))])?.initiatorRequest).toBeUndefined();
});

it('links a redirect to its steps', () => {
  const first = request('/1', [0, 1]);
  const second = request('/2', [1, 2], { redirectSource: first });
  const last = request('/3', [2, 3], { redirectSource: second });
  Object.assign(first, { redirectDestination: second });
  Object.assign(second, { redirectDestination: last });
  expect(linked([first, second, last])).toMatchObject({
    initiatorRequest: second,
    redirects: [first, second],
  });
  expect(second.redirects).toBeUndefined();
});
