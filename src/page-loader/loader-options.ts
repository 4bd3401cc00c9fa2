import { type FairShare } from '../fair-share.js';
import { type Resolver } from './resolver.js';
import { type TargetPolicy } from './target.js';

export interface PageLoaderOptions {
  readonly policy: TargetPolicy;
  readonly userAgent: string;
  /** DNS servers to ask instead of the system's, as `address` or `address:port`. */
  readonly dnsServers?: readonly string[];
  /** Instead of the hosts file and the DNS. */
  readonly resolve?: Resolver;
  /** For everything that one page takes; 20 000 ms unless told. */
  readonly deadlineMs?: number;
}

/** For whom a page is loaded. */
export interface VisitFor {
  /** Whose turn a connection, a lookup or a thread is counted as. */
  readonly account: number;
  /** Ends the visit when aborted. */
  readonly signal?: AbortSignal;
}

/** What the visits of one process share. */
export interface LoaderShares {
  readonly connections: FairShare;
  readonly lookups: FairShare;
  /** Documents that are so large that only a few of them fit into memory at once. */
  readonly largeDocuments: FairShare;
  /** The same for sitemaps, so that neither waits for the other. */
  readonly largeSitemaps: FairShare;
}

/** Everything that one visit depends on. */
export interface VisitContext {
  readonly options: PageLoaderOptions & { readonly resolve: Resolver };
  readonly shares: LoaderShares;
  readonly visitFor: VisitFor;
}
