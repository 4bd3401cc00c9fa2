import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { attribute, type Element } from '../../dom/dom.js';
import { metadata } from '../../dom/head.js';
import { listed, quotedList } from '../../quoted.js';
import { parsedUrl } from '../../../../basics/url.js';

const REQUIRED = ['og:title', 'og:type', 'og:url', 'og:image'];
const ADDRESSES = new Set(['og:url', 'og:image']);

export const openGraph = documentCheck({
  id: 'open_graph',
  name: 'Open Graph',
  category: 'content',
  importance: 'medium',
  what: 'Open Graph tags give the title, type, URL and image of the page, with absolute URLs.',
  why: 'Messengers and social networks use them for the preview of a shared link.',
  fix: 'Add <meta property="og:title" content="..."> and the same for og:type, og:url and og:image to the head.',
  source: 'https://ogp.me/',
  method: 'exact',
  restsOnContent: true,
  value: { missing: 'texts', relative_urls: 'texts' },
  messages: {
    pass: 'The page sets og:title, og:type, og:url and og:image, with absolute URLs.',
    absent: 'The page sets none of og:title, og:type, og:url and og:image.',
    incomplete: ({ missing }) =>
      `${String(missing.length)} of the ${String(REQUIRED.length)} required Open Graph tags ${missing.length === 1 ? 'is' : 'are'} missing or empty (${listed(missing)}).`,
    relative_url: ({ relative_urls }, { places }) =>
      `${counted(places, 'Open Graph URL is', 'Open Graph URLs are')} relative or invalid (${quotedList(relative_urls)}).`,
  },
  examples: {
    passes: {
      html: '<head><meta property="og:title" content="Shoes"><meta property="og:type" content="website"><meta property="og:url" content="https://example.com/"><meta property="og:image" content="https://example.com/shoe.jpg"></head>',
    },
    fails: { html: '<head><meta property="og:title" content="Shoes"></head>' },
  },
  run(page) {
    const metas = metadata(page).map((element) => ({
      element,
      property: propertyOf(element),
      content: (attribute(element, 'content') ?? '').trim(),
    }));
    const missing = REQUIRED.filter(
      (name) => !metas.some(({ property, content }) => property === name && content !== ''),
    );
    const relative = metas.filter(
      ({ property, content }) =>
        ADDRESSES.has(property) &&
        content !== '' &&
        !(/^https?:/i.test(content) && parsedUrl(content) !== null),
    );
    const value = { missing, relative_urls: relative.map(({ content }) => content) };
    if (missing.length > 0)
      return fail(missing.length === REQUIRED.length ? 'absent' : 'incomplete', { value });
    if (relative.length === 0) return pass(value);
    return fail('relative_url', { value, evidence: relative.map(({ element }) => element) });
  },
});

/** `og:image:url` is another name of `og:image`.
 *  @see https://ogp.me/#structured */
function propertyOf(meta: Element): string {
  const property = (attribute(meta, 'property') ?? attribute(meta, 'name') ?? '').trim().toLowerCase();
  return property === 'og:image:url' ? 'og:image' : property;
}
