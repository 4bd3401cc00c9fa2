const MAX_CHARACTERS = 80;

/** Third-party text inside a message: in quotation marks, on one line, shortened. */
export function quoted(text: string): string {
  const line = text
    .slice(0, MAX_CHARACTERS * 4)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .replaceAll(/[“”]/g, '"')
    .trim();
  const characters = [...line];
  const shown =
    characters.length > MAX_CHARACTERS ? `${characters.slice(0, MAX_CHARACTERS - 1).join('')}…` : line;
  return `“${shown}”`;
}

/** `“a”, “b” and 3 more` */
export function quotedList(texts: readonly string[], most = 3): string {
  return listed(texts.map(quoted), most);
}

/** `a, b and 3 more` */
export function listed(texts: readonly string[], most = 3): string {
  const shown = texts.slice(0, most);
  const more = texts.length - shown.length;
  if (more > 0) return `${shown.join(', ')} and ${String(more)} more`;
  return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1) ?? ''}`;
}
