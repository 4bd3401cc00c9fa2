/** Maps texts that differ only in case to the same text, in every script: `STRASSE` and `straße`, `ΟΔΌΣ` and `οδός`.
 *  @see https://www.unicode.org/versions/latest/core-spec/chapter-5/#G21180 */
export function foldCase(text: string): string {
  return text.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ');
}
