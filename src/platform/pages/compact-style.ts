/** A style sheet of ours without the white space that only people need. It has no comments, and no text with such white
 *  space in it. */
export function compactStyle(style: string): string {
  return style
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([{};,]) ?/g, '$1')
    .replaceAll(': ', ':')
    .replaceAll(';}', '}');
}
