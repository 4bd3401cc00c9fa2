import pLimit from 'p-limit';
import { type Release } from '../../basics/fair-share.js';
import { LoadError } from './load-error.js';
import { type Resolver } from './resolver.js';

const LOOKUP_MS = 3000;
const CONCURRENT_LOOKUPS = 4;

/** DNS lookups of one visit: each name once, 4 at a time, at most 3 s each, none after the visit. */
export class NameLookups {
  private readonly addresses = new Map<string, Promise<readonly string[]>>();
  private readonly limit = pLimit(CONCURRENT_LOOKUPS);

  /** @param takeTurn waits for a lookup slot */
  constructor(
    private readonly resolve: Resolver,
    private readonly signal: AbortSignal,
    private readonly takeTurn: () => Promise<Release>,
  ) {}

  /** @throws LoadError `dns_not_found`, `dns_failed`; the signal's reason after the visit */
  addressesOf(host: string): Promise<readonly string[]> {
    let addresses = this.addresses.get(host);
    if (!addresses) {
      addresses = this.limit(() => this.lookUp(host));
      this.addresses.set(host, addresses);
    }
    return addresses;
  }

  private async lookUp(host: string): Promise<readonly string[]> {
    const release = await this.takeTurn();
    const timeout = new AbortController();
    const timer = setTimeout(() => {
      timeout.abort(
        new LoadError(
          'dns_failed',
          `DNS did not answer for the host name within ${String(LOOKUP_MS / 1000)} s.`,
        ),
      );
    }, LOOKUP_MS);
    try {
      const signal = AbortSignal.any([this.signal, timeout.signal]);
      return await abortable(this.resolve(host, signal), signal);
    } finally {
      clearTimeout(timer);
      release();
    }
  }
}

/** Rejects with the signal's reason as soon as it is aborted, even if the promise is still pending. */
function abortable<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => {
      reject(signal.reason as Error);
    };
    if (signal.aborted) abort();
    signal.addEventListener('abort', abort, { once: true });
    promise.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', abort);
    });
  });
}
