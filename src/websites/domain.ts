import { domainToASCII } from 'node:url';

/** The website that a url belongs to: its host in lower-case ASCII, without port, trailing dot and, where
 *  `stripWww` is on, one leading `www.` that leaves at least two labels.
 *  @param url absolute http or https url */
export function domainOf(url: string, stripWww: boolean): string {
  const host = new URL(url).hostname.replace(/\.$/, '');
  const ascii = host.startsWith('[') ? host : domainToASCII(host) || host;
  const bare = ascii.startsWith('www.') ? ascii.slice(4) : ascii;
  return stripWww && bare.includes('.') ? bare : ascii;
}

/** A text to search domains for, as they spell it: `bücher` stands in them as `xn--bcher-kva`. */
export function spelledAsDomain(text: string): string {
  return /^\p{ASCII}*$/u.test(text) ? text : domainToASCII(text) || text;
}
