/** Runs something with a signal of its own, which is aborted with the first of these. What combines it with others ends with
 *  the work; `AbortSignal.any` would leave a trace of each combination on signals that live as long as the process, in
 *  Node.js 20 for ever. */
export async function withOwnSignal<T>(
  signals: readonly AbortSignal[],
  work: (own: AbortSignal) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const over = new AbortController();
  for (const signal of signals) {
    const follow = () => {
      own.abort(signal.reason);
    };
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { once: true, signal: over.signal });
  }
  try {
    return await work(own.signal);
  } finally {
    over.abort();
  }
}
