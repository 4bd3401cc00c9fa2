import { startApp, type TestApp } from './app.js';
import { ordinaryAnswer, type StrangerSite, strangerSite } from './website.js';

type Request = ReturnType<TestApp['call']>;

/** A service beside a site whose pages can be held back: those below `/held` until `release`, and `/then-held` from
 *  its second request on. */
export interface HeldPages {
  readonly test: TestApp;
  readonly site: StrangerSite;
  /** Lets a page go, now or when it is requested. */
  readonly release: (path: string) => void;
  readonly post: (path: string, headers?: Record<string, string>, fields?: Record<string, string>) => Request;
  readonly show: (id: number, headers?: Record<string, string>) => Request;
  close(): Promise<void>;
}

export async function holdPages(): Promise<HeldPages> {
  const held = new Map<string, { readonly gone: Promise<void>; readonly go: () => void }>();
  const gateOf = (path: string) => {
    let gate = held.get(path);
    if (!gate) {
      let go: () => void = () => undefined;
      const gone = new Promise<void>((resolve) => (go = resolve));
      gate = { gone, go };
      held.set(path, gate);
    }
    return gate;
  };
  const site = await strangerSite((request, response) => {
    const { url = '' } = request;
    const isFirst = site.requests.filter((path) => path === url).length === 1;
    const isHeld = url.startsWith('/held') || (url.startsWith('/then-held') && !isFirst);
    if (isHeld) void gateOf(url).gone.then(() => ordinaryAnswer(request, response));
    else ordinaryAnswer(request, response);
  });
  const test = await startApp({ ALLOWED_TARGETS: site.target, STORE_WAIT_SECONDS: '10' });
  return {
    test,
    site,
    release: (path) => {
      gateOf(path).go();
    },
    post: (path, headers = {}, fields = {}) =>
      test.owner
        .call('post', '/api/v1/reports')
        .set(headers)
        .type('form')
        .send({ url: site.origin + path, ...fields }),
    show: (id, headers = {}) => test.owner.call('get', `/api/v1/reports/${id}`).set(headers).expect(200),
    close: async () => {
      for (const { go } of held.values()) go();
      await test.close();
      await site.close();
    },
  };
}
