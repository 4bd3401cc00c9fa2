/** Top-level domains that are on Chromium's HSTS preload list as a whole. Of the 1411 ICANN top-level domains in tldts 7,
 *  these are what Chromium 156 requests over https when a page names a host of them with http.
 *  @see https://hstspreload.org/ */
const PRELOADED_ENDINGS: ReadonlySet<string> = new Set(
  (
    'amazon android app audible azure bank bing boo channel chrome dad day dev eat esq fire fly foo fujitsu gle gmail google ' +
    'hangout hotmail imdb ing insurance kindle meet meme microsoft mov new nexus office page phd play prime prof rsvp search ' +
    'silk skype windows xbox xn--cckwcxetd xn--jlq480n2rg youtube zappos zip'
  ).split(' '),
);

/** The top-level domain of a host, if browsers never request anything below it over plain http.
 *  @param host as in URLs: lower case, in Punycode */
export function preloadedEndingOf(host: string): string | null {
  const labels = host.replace(/\.$/, '').split('.');
  const ending = labels.at(-1) ?? '';
  return labels.length > 1 && PRELOADED_ENDINGS.has(ending) ? ending : null;
}
