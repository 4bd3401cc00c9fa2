/** The same value with texts that PostgreSQL can keep: without U+0000, and with half surrogate pairs replaced. */
export function postgresJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'string' ? clean(part) : part,
  ) as T;
}

function clean(text: string): string {
  return text.replaceAll('\0', '\ufffd').toWellFormed();
}
