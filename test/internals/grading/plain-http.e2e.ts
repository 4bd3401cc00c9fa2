import { requestSite } from '../../../src/engine/grading/site-requests.js';
import { MemoryAnswers } from '../../../src/engine/page-loader/memory-answers.js';
import { PageLoader } from '../../../src/engine/page-loader/page-loader.js';
import { type LoadedPage } from '../../../src/engine/page-loader/visit.js';

/** A loopback address on whose ports no server listens, so that each request is one of the visit's and ends at once. */
const HOST = '127.0.0.9';
const allowedTargets = new Set([`${HOST}:80`, `${HOST}:443`]);
const policy = { allowedTargets, allowedPorts: new Set([80, 443]) };

/** A page as if it had been loaded. */
function pageAt(url: string, hops: LoadedPage['hops'] = []): LoadedPage {
  return {
    requestedUrl: url,
    url,
    hops,
    headers: [],
    body: new Uint8Array(),
    tls: null,
    timings: { ttfbMs: null, documentMs: null },
    robotsTxt: { status: 404, body: '' },
    loadedAtMs: 0,
  };
}

/** Requests that each page of a crawl sends around its document, one page after the other. */
async function requestsOf(scheme: 'http' | 'https', shapes: readonly string[]) {
  const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test' });
  const answers = new MemoryAnswers(1e6);
  const plainHttp: unknown[] = [];
  const requests: number[] = [];
  for (const [number, shape] of shapes.entries()) {
    const url = `${scheme}://${HOST}/page-${String(number)}`;
    await loader.visit(
      async (visit) => {
        visit.limitTo(new URL(url));
        plainHttp.push((await requestSite(visit, pageAt(url))).plainHttp);
        requests.push(visit.facts.requests);
      },
      { account: 1, shared: { answers, shape } },
    );
  }
  return { plainHttp, requests };
}

describe('the plain-http URL of an https page of a crawl', () => {
  it('is requested for one page of each path shape, and its response is that of the others', async () => {
    const { plainHttp, requests } = await requestsOf('https', ['/page', '/page', '/other']);
    // The foreign origin, plain http, the address that can't exist, and llms.txt; then the first two of another shape.
    expect(requests).toEqual([4, 0, 2]);
    expect(plainHttp[1]).toEqual(plainHttp[0]);
  });

  it('is not requested if the page itself is on plain http', async () => {
    const { plainHttp, requests } = await requestsOf('http', ['/page', '/page', '/other']);
    expect(requests).toEqual([3, 0, 1]);
    expect(plainHttp[1]).toMatchObject([{ url: `http://${HOST}/page-1`, status: 200 }]);
  });

  it('has the statuses by which the page was reached, without that of https before', async () => {
    const hops = [`https://${HOST}/`, `http://${HOST}/`].map((url) => ({ url, status: 301, setCookies: [] }));
    const loader = new PageLoader({ policy, userAgent: 'Pagegrade/test' });
    await loader.visit(
      async (visit) => {
        const { plainHttp } = await requestSite(visit, pageAt(`http://${HOST}/page`, hops));
        expect(plainHttp).toMatchObject([
          { url: `http://${HOST}/`, status: 301 },
          { url: `http://${HOST}/page`, status: 200 },
        ]);
      },
      { account: 1 },
    );
  });
});
