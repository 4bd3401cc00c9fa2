import { FairShare } from '../fair-share.js';
import { type LoaderShares, type PageLoaderOptions, type VisitFor } from './loader-options.js';
import { resolverFor } from './resolver.js';
import { Visit } from './visit.js';

const CONNECTIONS = 400;
const LOOKUPS = 64;
/** Enough for three accounts to hold one each. */
const LARGE_DOCUMENTS = 3;
const LARGE_SITEMAPS = 3;

/** Loads third-party pages. No other code connects to third parties. */
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
}
