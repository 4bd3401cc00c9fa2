import { type LoadErrorCode, OutOfResources } from './load-error.js';
import { BadMoment, type SharedVisit } from './shared-answers.js';

const MAX_BYTES = 1_000_000;
/** Errors of this process's network. */
const OWN_FAULTS = new Set<string | null>(['dns_failed', 'unreachable'] satisfies LoadErrorCode[]);

/** Statuses of a server that has too much to do at the moment, or is being started again, and errors that it makes. */
const BUSY_STATUSES = new Set<number | null>([429, 502, 503, 504]);
const BUSY_ERRORS = new Set<string | null>(['too_slow', 'connection_reset'] satisfies LoadErrorCode[]);

/** Whether an answer is kept for other visits: if it may have been a bad moment, only when a later visit gets such a one,
 *  too. */
export type Lasting = 'always' | 'if_repeated' | 'never';

/** How long a response, or its absence, says something about the site. */
export function lastingOf({
  status = null,
  error,
}: {
  readonly status?: number | null;
  readonly error: string | null;
}): Lasting {
  if (OWN_FAULTS.has(error)) return 'never';
  return BUSY_STATUSES.has(status) || BUSY_ERRORS.has(error) ? 'if_repeated' : 'always';
}

/** The same for several responses that are one answer. */
export function lastingOfAll(responses: readonly Parameters<typeof lastingOf>[0][]): Lasting {
  const each = responses.map(lastingOf);
  if (each.includes('never')) return 'never';
  return each.includes('if_repeated') ? 'if_repeated' : 'always';
}

/** The answers that one visit uses: shared ones if it shares them, or else its own. */
export class VisitAnswers {
  /** How many were requested by another visit. */
  taken = 0;
  private readonly ended: Promise<never>;

  /** @param signal aborted when the visit ends */
  constructor(
    private readonly shared: SharedVisit | undefined,
    private readonly signal: AbortSignal,
  ) {
    this.ended = new Promise((_resolve, reject) => {
      const end = () => reject(new Error('The visit has ended'));
      if (signal.aborted) end();
      signal.addEventListener('abort', end, { once: true });
    });
    this.ended.catch(() => undefined);
  }

  /** See {@link SharedVisit.shape}; null if this visit shares nothing. */
  get shape(): string | null {
    return this.shared?.shape ?? null;
  }

  /** The shared answer of a key, or that of `ask`. It is kept for other visits if it lasts and the visit has not
   *  ended.
   *  @param ask does not reject because of the site, nor because the visit ends
   *  @throws what `ask` throws; OutOfResources if the shared answers can't be read */
  async once<T>(key: string, ask: () => Promise<T>, lasting: (answer: T) => Lasting): Promise<T> {
    if (!this.shared) return ask();
    const own: { answer?: Promise<T> } = {};
    const askToShare = async (isRepeated: boolean): Promise<T> => {
      own.answer = ask();
      const answer = await own.answer;
      const lasts = this.signal.aborted || isLarge(answer) ? 'never' : lasting(answer);
      if (lasts === 'never') throw new Error('Not to be shared');
      if (lasts === 'if_repeated' && !isRepeated) throw new BadMoment();
      return answer;
    };
    try {
      const answer = await Promise.race([this.shared.answers.once(key, askToShare), this.ended]);
      if (!own.answer) this.taken += 1;
      return answer;
    } catch (error) {
      if (own.answer) return own.answer;
      if (this.signal.aborted) return ask();
      throw unreadable(error);
    }
  }

  /** Shares an answer that this visit has by other means.
   *  @throws OutOfResources if it can't be stored */
  async put(key: string, answer: unknown): Promise<void> {
    if (!this.shared || isLarge(answer)) return;
    try {
      await this.shared.answers.put(key, answer);
    } catch (error) {
      throw unreadable(error);
    }
  }
}

function isLarge(answer: unknown): boolean {
  return Buffer.byteLength(JSON.stringify(answer)) > MAX_BYTES;
}

function unreadable(error: unknown): OutOfResources {
  return new OutOfResources('The shared answers are not available', { cause: error });
}
