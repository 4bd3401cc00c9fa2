import { type Socket } from 'node:net';
import { FairShare } from '../../basics/fair-share.js';
import { openSocket } from './connector.js';
import { type LoaderShares, type PageLoaderOptions, type VisitFor } from './loader-options.js';
import { NameLookups } from './name-lookups.js';
import { resolverFor } from './resolver.js';
import { resolvedFault, policyFor } from './target.js';
import { LoadError } from './load-error.js';
import { Requests } from './requests.js';
import { Sender, SENDER_DEADLINE_MS } from './sender.js';
import { Visit } from './visit.js';

const CONNECTIONS = 400;
const LOOKUPS = 64;
/** Enough for three accounts to hold one each. */
const LARGE_DOCUMENTS = 3;
const LARGE_SITEMAPS = 3;

/** Loads third-party pages, and sends to third parties. No other code connects to third parties. */
export class PageLoader {
  private readonly shares: LoaderShares = {
    connections: new FairShare(CONNECTIONS),
    lookups: new FairShare(LOOKUPS),
    largeDocuments: new FairShare(LARGE_DOCUMENTS),
    largeSitemaps: new FairShare(LARGE_SITEMAPS),
  };
  private readonly resolve;

  constructor(private readonly options: PageLoaderOptions) {
    this.resolve = options.resolve ?? resolverFor(options.policy, options.dnsServers);
  }

  /** Runs one visit, with one deadline and one set of connections, which are closed at the end. */
  async visit<T>(work: (visit: Visit) => Promise<T>, visitFor: VisitFor = { account: 0 }): Promise<T> {
    const { options, resolve, shares } = this;
    const visit = new Visit({ options: { ...options, resolve }, shares, visitFor });
    try {
      return await work(visit);
    } finally {
      await visit.close();
    }
  }

  /** Sends requests to the endpoint of an account, over connections that are kept until it is closed.
   *  @param signal ends all requests when aborted */
  sender(account: number, signal: AbortSignal): Sender {
    const { options, resolve, shares } = this;
    const requests = new Requests({
      options: { ...options, resolve, deadlineMs: SENDER_DEADLINE_MS },
      shares,
      visitFor: { account, signal },
    });
    return new Sender(requests);
  }

  /** Opens connections for one run of a browser, which speaks HTTP and TLS itself. Each is checked like a request of ours.
   *  @param audited what the audit was asked for: only if the settings exempt it from the rules, they exempt other targets
   *  @returns a function that throws LoadError for a URL that is not allowed, or the system's error */
  connector(
    { account, audited }: { readonly account: number; readonly audited: URL },
    signal: AbortSignal,
  ): (url: URL) => Promise<Socket> {
    const { options, resolve, shares } = this;
    const policy = policyFor(audited, options.policy);
    const lookups = new NameLookups(resolve, signal, () => shares.lookups.take(account, signal));
    const turn = () => shares.connections.take(account, signal);
    return async (url) => {
      if (resolvedFault(url, policy) !== null)
        throw new LoadError('blocked_address', 'This URL is not allowed.');
      return openSocket(url, {
        policy,
        lookups,
        turn,
        signal,
        onSocket: ignore,
        onConnected: ignore,
      });
    };
  }
}

/** The proxy measures by itself. */
function ignore(): void {
  return undefined;
}
