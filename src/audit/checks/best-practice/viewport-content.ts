/** Name and value pairs of a viewport's content, in order, both in lower case.
 *  @see https://drafts.csswg.org/css-viewport/#parsing-algorithm */
export function viewportPairs(content: string): [name: string, value: string][] {
  return content
    .toLowerCase()
    .split(/[;,]/)
    .map((item): [string, string] => {
      const [name = '', value = ''] = item.split('=').map((part) => part.trim());
      return [name, value];
    })
    .filter(([name, value]) => name !== '' && value !== '');
}
