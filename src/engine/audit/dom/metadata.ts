import { type Dom, type Element, elementsNamed, isInHead, textContent } from './dom.js';
import { once } from './once.js';

/** Whether a `title`, `meta` or `link` belongs to the metadata of its document: it is in the head, or Next.js has sent it
 *  in the body because it took a while. That is what browsers and unknown programs get; search engines and social
 *  networks get it in the head.
 *  @see https://nextjs.org/docs/app/api-reference/config/next-config-js/htmlLimitedBots */
export function isMetadata(dom: Dom, element: Element): boolean {
  return isInHead(dom, element) || isSentLater(dom);
}

const isSentLater = once((dom: Dom): boolean => {
  const titles = elementsNamed(dom, 'title');
  if (titles.length === 0 || titles.some((title) => isInHead(dom, title))) return false;
  return elementsNamed(dom, 'script').some((script) => textContent(script).includes('self.__next_f'));
});
