/** The page with the snippet right after its head's start tag. */
export function intoHeadStart(html: string, snippet: string): string {
  return html.replace(/<head\b[^>]*>/i, (tag) => tag + snippet);
}

/** The page with the snippet right before its head's end tag. */
export function intoHeadEnd(html: string, snippet: string): string {
  return html.replace(/<\/head\s*>/i, (tag) => snippet + tag);
}

/** The page with the snippet right after its body's start tag. */
export function intoBodyStart(html: string, snippet: string): string {
  return html.replace(/<body\b[^>]*>/i, (tag) => tag + snippet);
}

/** The page with the snippet right before its body's end tag. */
export function intoBodyEnd(html: string, snippet: string): string {
  return html.replace(/<\/body\s*>/i, (tag) => snippet + tag);
}

/** The page without the tags of these elements; what they hold stays. */
export function unwrapped(html: string, names: readonly string[]): string {
  return html.replaceAll(new RegExp(`</?(?:${names.join('|')})(?=[\\s/>])[^>]*>`, 'gi'), '');
}

/** The page without its title. */
export function untitled(html: string): string {
  return html.replaceAll(/<title\b[^>]*>[^]*?<\/title\s*>/gi, '');
}

/** The page with every start tag of such an element passed through the function. */
export function withStartTags(html: string, name: string, map: (tag: string) => string): string {
  return html.replaceAll(new RegExp(`<${name}(?=[\\s/>])[^>]*>`, 'gi'), map);
}

/** The page with other attributes on its html tag. */
export function withHtmlTag(html: string, attributes: string): string {
  return html.replace(/<html\b[^>]*>/i, () => `<html ${attributes}>`);
}

/** The page with another doctype, or none. */
export function withDoctype(html: string, doctype: string): string {
  return doctype + html.replace(/^[^]*?(?=<html\b)/i, '');
}
