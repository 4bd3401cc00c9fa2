import { type Example } from '../../check.js';
import { type Header } from '../../page.js';

/** A page and its score modifier in one of the Observatory's tests. */
export interface ObservatoryCase {
  readonly what: string;
  readonly page: Partial<Example>;
  readonly modifier: number;
}

/** A score modifier and the inputs that get it. */
export type Scored = readonly (readonly [modifier: number, ...inputs: readonly Input[]])[];
/** Several texts are repeated headers. */
type Input = string | readonly string[];

const TYPE: Header = ['content-type', 'text/html; charset=utf-8'];

/** Cases that differ in one header. */
export function headerCases(
  name: string,
  table: Scored,
  base: Partial<Example> = {},
): readonly ObservatoryCase[] {
  return casesOf(table, (input) => {
    const values = typeof input === 'string' ? [input] : input;
    const added = values.map((value): Header => [name, value]);
    return { ...base, headers: [...(base.headers ?? [TYPE]), ...added] };
  });
}

/** Cases that differ in their markup. */
export function htmlCases(table: Scored, base: Partial<Example> = {}): readonly ObservatoryCase[] {
  return casesOf(table, (input) => ({ ...base, html: String(input) }));
}

function casesOf(table: Scored, pageOf: (input: Input) => Partial<Example>): ObservatoryCase[] {
  return table.flatMap(([modifier, ...inputs]) =>
    inputs.map((input) => ({ what: JSON.stringify(input), page: pageOf(input), modifier })),
  );
}
