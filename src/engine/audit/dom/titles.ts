import { type Dom, type Element, elementsNamed, textContent } from './dom.js';
import { isMetadata } from './metadata.js';

/** Titles in the head, or where {@link isMetadata} knows them. */
export function headTitles(dom: Dom): Element[] {
  return elementsNamed(dom, 'title').filter((element) => isMetadata(dom, element));
}

/** Text of the first of the {@link headTitles}, with collapsed white space; empty if there is none. */
export function titleText(dom: Dom): string {
  const [title] = headTitles(dom);
  return title ? collapsed(textContent(title)) : '';
}

export function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

/** White space of regular expressions outside ASCII. */
const SPACES = new Set([
  0xa0, 0x1680, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004, 0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a,
  0x2028, 0x2029, 0x202f, 0x205f, 0x3000, 0xfeff,
]);

/** Length of the {@link collapsed} text, without making it. */
export function collapsedLength(text: string): number {
  let length = 0;
  let spaces = 0;
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    const isSpace = code < 0x80 ? code === 0x20 || (code >= 0x09 && code <= 0x0d) : SPACES.has(code);
    if (isSpace) spaces = length === 0 ? 0 : 1;
    else {
      length += 1 + spaces;
      spaces = 0;
    }
  }
  return length;
}
