import { type Dom, type Element, elementsNamed, isInHead, textContent } from './dom.js';

/** Titles in the head. */
export function headTitles(dom: Dom): Element[] {
  return elementsNamed(dom, 'title').filter((element) => isInHead(dom, element));
}

/** Text of the first title in the head, with collapsed white space; empty if there is none. */
export function titleText(dom: Dom): string {
  const [title] = headTitles(dom);
  return title ? collapsed(textContent(title)) : '';
}

export function collapsed(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}
