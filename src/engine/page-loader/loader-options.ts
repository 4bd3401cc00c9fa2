import { type FairShare } from '../../basics/fair-share.js';
import { type Resolver } from './resolver.js';
import { type SharedVisit } from './shared-answers.js';
import { type TargetPolicy } from './target.js';

export interface PageLoaderOptions {
  readonly policy: TargetPolicy;
  readonly userAgent: string;
  /** DNS servers to use instead of the system's, as `address` or `address:port`. */
  readonly dnsServers?: readonly string[];
  /** Replaces the hosts file and DNS. */
  readonly resolve?: Resolver;
  /** Time limit of a visit; default: 20,000 ms. */
  readonly deadlineMs?: number;
}

/** The account that a page is loaded for. */
export interface VisitFor {
  /** Account that connections, DNS lookups and threads are counted for. */
  readonly account: number;
  /** Ends the visit when aborted. */
  readonly signal?: AbortSignal;
  /** Unset: nothing is shared, and every request is sent. */
  readonly shared?: SharedVisit;
  /** Whether robots.txt allows the target of a redirect; unset: nothing is disallowed. */
  readonly mayFollow?: (url: string) => boolean;
  /** Whether a link of the page may be tried; unset: all may. */
  readonly mayAsk?: (url: string) => boolean;
  /** Waits while more urgent visits are under way. Called before each task in a thread, and before further requests. */
  readonly letPass?: () => Promise<void>;
}

/** Resources that the visits of one process share. */
export interface LoaderShares {
  readonly connections: FairShare;
  readonly lookups: FairShare;
  /** Limits how many large documents are in memory at a time. */
  readonly largeDocuments: FairShare;
  /** The same for sitemaps, separate so that neither waits for the other. */
  readonly largeSitemaps: FairShare;
}

/** Dependencies of one visit. */
export interface VisitContext {
  readonly options: PageLoaderOptions & { readonly resolve: Resolver };
  readonly shares: LoaderShares;
  readonly visitFor: VisitFor;
}
