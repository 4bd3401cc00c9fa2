import pLimit from 'p-limit';
import { type Release } from '../fair-share.js';
import { LoadError } from './load-error.js';
import { type Resolver } from './resolver.js';

const LOOKUP_MS = 3000;
const AT_ONCE = 4;

/** The name lookups of one visit: each name once, 4 at a time, 3 s each, and none after the visit. */
export class NameLookups {
  private readonly addresses = new Map<string, Promise<readonly string[]>>();
  private readonly atOnce = pLimit(AT_ONCE);

  /** @param takeTurn waits for the account's turn to look up a name */
  constructor(
    private readonly resolve: Resolver,
    private readonly signal: AbortSignal,
    private readonly takeTurn: () => Promise<Release>,
  ) {}

  /** @throws LoadError `dns_not_found`, `dns_failed`; the signal's reason once the visit is over */
  addressesOf(host: string): Promise<readonly string[]> {
    let addresses = this.addresses.get(host);
    if (!addresses) {
      addresses = this.atOnce(() => this.lookUp(host));
      this.addresses.set(host, addresses);
    }
    return addresses;
  }

  private async lookUp(host: string): Promise<readonly string[]> {
    const release = await this.takeTurn();
    const over = new AbortController();
    const timer = setTimeout(() => {
      over.abort(
        new LoadError(
          'dns_failed',
          `The DNS did not answer for the host name within ${String(LOOKUP_MS)} ms.`,
        ),
      );
    }, LOOKUP_MS);
    try {
      const signal = AbortSignal.any([this.signal, over.signal]);
      return await abortable(this.resolve(host, signal), signal);
    } finally {
      clearTimeout(timer);
      release();
    }
  }
}

/** Rejects with the signal's reason as soon as it is aborted, whatever the promise does. */
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
