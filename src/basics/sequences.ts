/** Has pieces of work with the same key run one after the other. */
export class Sequences {
  private readonly last = new Map<string, Promise<unknown>>();

  /** Runs work when all that was given before with its key has settled. */
  async run<T>(key: string, work: () => Promise<T>): Promise<T> {
    const last = Promise.allSettled([this.last.get(key)]).then(work);
    this.last.set(key, last);
    try {
      return await last;
    } finally {
      if (this.last.get(key) === last) this.last.delete(key);
    }
  }
}
