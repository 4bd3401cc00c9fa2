import { type PageLoaderOptions } from './loader-options.js';
import { Visit } from './visit.js';

/** Loads strangers' pages; the only code that connects to them. */
export class PageLoader {
  constructor(private readonly options: PageLoaderOptions) {}

  /** Runs one visit: one deadline, one set of connections, all closed at the end. */
  async visit<T>(work: (visit: Visit) => Promise<T>): Promise<T> {
    const visit = new Visit(this.options);
    try {
      return await work(visit);
    } finally {
      await visit.close();
    }
  }
}
