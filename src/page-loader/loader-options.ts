import { type Resolver } from './connector.js';
import { type TargetPolicy } from './target.js';

export interface PageLoaderOptions {
  readonly policy: TargetPolicy;
  readonly userAgent: string;
  readonly resolve?: Resolver;
  /** For everything that one page takes; 20 000 ms unless told. */
  readonly deadlineMs?: number;
}
