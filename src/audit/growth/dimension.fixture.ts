import { type Header, type Hop } from '../page.js';
import { type Answers } from '../surroundings.js';

/** A page of a chosen size; the parts not given are those of an ordinary page. */
export interface GrowingPage {
  readonly html: string;
  readonly url?: string;
  readonly headers?: readonly Header[];
  readonly hops?: readonly Hop[];
  readonly robotsTxt?: string;
  readonly answers?: Partial<Answers>;
}

/** One way in which a page can grow. */
export interface Dimension {
  readonly name: string;
  /** The size that reaches a limit of the loader or the parser. */
  readonly most: number;
  /** What the size is divided by where a test must be fast; a quadratic cost still shows. */
  readonly divisor: number;
  /** The pages of one size: their costs are added up. */
  readonly pagesOf: (size: number) => readonly GrowingPage[];
}
