import { Transform } from 'class-transformer';

/** Trims a value, treats an empty one and null as absent, and converts the rest. */
export function Value(convert: (value: unknown) => unknown = (value) => value): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => {
    const trimmedValue = typeof value === 'string' ? trimmed(value) : value;
    return isAbsent(trimmedValue) ? undefined : convert(trimmedValue);
  });
}

/** Like {@link Value}, but spaces at the ends belong to the value. */
export function UntrimmedValue(): PropertyDecorator {
  return Transform(({ value }: { value: unknown }) => (isAbsent(value) ? undefined : value));
}

/** Removes U+0020 at both ends, in linear time, which a regular expression would not. */
export function trimmed(text: string): string {
  let [start, end] = [0, text.length];
  while (text[start] === ' ') start++;
  while (end > start && text[end - 1] === ' ') end--;
  return text.slice(start, end);
}

function isAbsent(value: unknown): boolean {
  return value === '' || value === null;
}
