import { LoadError } from './load-error.js';
import { headerOf } from './open-response.js';
import { type Requests } from './requests.js';

/** A request that was answered. Nothing of its body is read. */
export interface Receipt {
  readonly status: number;
  readonly retryAfter: string | undefined;
}

/** For a whole request: name, connection, handshake and response headers. */
const TIMEOUT_MS = 15_000;
/** A sender must be closed within this time. */
export const SENDER_DEADLINE_MS = 120_000;
const DRAIN_MS = 1000;
const DRAINED_BYTES = 16_384;

/** Posts to a third-party endpoint, under the same rules as pages are loaded. Redirects are not followed. */
export class Sender {
  constructor(private readonly requests: Requests) {}

  /** @throws LoadError, or the system's error, if there is no response within 15 s */
  async post(
    address: string,
    { headers, body }: { readonly headers: Readonly<Record<string, string>>; readonly body: string },
  ): Promise<Receipt> {
    const url = this.requests.checked(address);
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = AbortSignal.any([timeout, this.requests.signal]);
    try {
      const response = await this.requests.open(url, {
        method: 'POST',
        headers: { accept: '*/*', 'accept-encoding': 'identity', ...headers },
        body,
        signal,
      });
      await response.body
        .dump({ limit: DRAINED_BYTES, signal: AbortSignal.timeout(DRAIN_MS) })
        .catch(() => undefined);
      return { status: response.status, retryAfter: headerOf(response, 'retry-after') };
    } catch (error) {
      if (timeout.aborted)
        throw new LoadError('too_slow', 'The endpoint did not respond within 15 s.', { cause: error });
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.requests.close();
  }
}
