import { type Dimension, type GrowingPage } from './dimension.fixture.js';

/** Limits of the page loader and the parser. */
export const MAX_DOCUMENT_CHARACTERS = 10 * 1024 * 1024;
export const MAX_ELEMENTS = 165_000;
export const MAX_HEADER_CHARACTERS = 64 * 1024;
export const MAX_ROBOTS_CHARACTERS = 1024 * 1024;

/** Fraction of the limits at which a document takes less than a tenth of a second. */
export const DOCUMENT_DIVISOR = 64;
const SPARE = 1000;

/** Repeated markup; the index makes each copy unique. */
type Unit = (index: number) => string;

interface Frame {
  /** Elements per unit; default: 1. */
  readonly elements?: number;
  readonly before?: string;
  readonly between?: string;
  readonly after?: string;
  readonly page?: Omit<GrowingPage, 'html'>;
  readonly divisor?: number;
}

/** A document that repeats one unit up to the limits. */
export function repeated(name: string, unit: Unit, frame: Frame = {}): Dimension {
  const { elements = 1, before = '', after = '', page = {}, divisor = DOCUMENT_DIVISOR } = frame;
  const room = MAX_DOCUMENT_CHARACTERS - SPARE - before.length - after.length;
  const byElements = elements === 0 ? Infinity : (MAX_ELEMENTS - SPARE) / elements;
  const most = Math.floor(Math.min(room / unit(900_000).length, byElements));
  return {
    name,
    most,
    divisor,
    pagesOf: (size) => [{ html: before + copies(unit, size) + after, ...page }],
  };
}

/** A document of two parts that grow together, each taking half of the limits. */
export function halves(name: string, first: Unit, second: Unit, frame: Frame = {}): Dimension {
  const { elements = 2, before = '', between = '', after = '' } = frame;
  const unit = first(900_000).length + second(900_000).length;
  const room = MAX_DOCUMENT_CHARACTERS - SPARE - before.length - after.length;
  const most = Math.floor(Math.min(room / unit, (MAX_ELEMENTS - SPARE) / elements));
  return {
    name,
    most,
    divisor: DOCUMENT_DIVISOR,
    pagesOf: (size) => [{ html: before + copies(first, size) + between + copies(second, size) + after }],
  };
}

export function copies(unit: Unit, count: number): string {
  return Array.from({ length: count }, (_, index) => unit(index)).join('');
}

/** Text of exactly this length, made of a few repeated characters. */
export function runOf(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
