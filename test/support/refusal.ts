interface Problem {
  readonly errors: Readonly<Record<string, readonly string[]>>;
  readonly detail: string;
  readonly message: string;
}

/** Expects a 422 that names a field and its rule, alike in all members. */
export function expectRefusal({ errors, detail, message }: Problem, field: string, rule: string): void {
  expect(Object.keys(errors)).toContain(field);
  const text = (errors[field] ?? []).join(' ');
  expect(text.startsWith(`${field} `)).toBe(true);
  expect(text.toLowerCase()).toContain(rule.toLowerCase());
  expect(detail).toContain(text);
  expect(message).toBe(detail);
}
