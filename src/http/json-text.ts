const DATA_JSON = Symbol('JSON of data');

/** The same answer, that knows the JSON of its `data`, in UTF-8: what was made to be hashed need not be made again. */
export function withJson<Answer extends { readonly data: unknown }>(
  answer: Answer,
  dataJson: Buffer,
): Answer {
  return Object.assign(answer, { [DATA_JSON]: dataJson });
}

/** JSON of an answer: one text, or its parts where the bytes of `data` are there. What stands beside `data` comes
 *  after it. */
export function jsonOf(answer: object): readonly (string | Buffer)[] {
  const data = (answer as { [DATA_JSON]?: Buffer })[DATA_JSON];
  if (data === undefined) return [JSON.stringify(answer)];
  const others = JSON.stringify({ ...answer, data: undefined });
  return ['{"data":', data, others === '{}' ? '}' : `,${others.slice(1)}`];
}
