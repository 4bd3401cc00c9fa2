import { type Header, type Hop } from '../page.js';
import { type SiteResponses } from '../surroundings.js';

/** A page of a given size; all other parts are those of an ordinary page. */
export interface GrowingPage {
  readonly html: string;
  readonly url?: string;
  readonly headers?: readonly Header[];
  readonly hops?: readonly Hop[];
  readonly robotsTxt?: string;
  readonly responses?: Partial<SiteResponses>;
}

/** One dimension in which a page can grow. */
export interface Dimension {
  readonly name: string;
  /** The size that reaches a limit of the loader or the parser. */
  readonly most: number;
  /** Divides the size to make the test fast; a quadratic cost is still visible. */
  readonly divisor: number;
  /** The pages of one size, whose costs are added up. */
  readonly pagesOf: (size: number) => readonly GrowingPage[];
}
