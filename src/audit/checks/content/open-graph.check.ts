import { type DocumentCheck, fail, pass } from '../../check.js';
import { attribute } from '../../dom/dom.js';
import { headMetas } from '../../dom/head.js';
import { parsedUrl } from '../../../url.js';

const REQUIRED = ['og:title', 'og:type', 'og:url', 'og:image'];
const ADDRESSES = new Set(['og:url', 'og:image']);

export const openGraph: DocumentCheck = {
  id: 'open_graph',
  name: 'Open Graph',
  category: 'content',
  importance: 'medium',
  what: 'Open Graph tags give the title, type, URL and image of the page, with absolute URLs.',
  why: 'Messengers and social networks use them for the preview of a shared link.',
  fix: 'Add <meta property="og:title" content="..."> and the same for og:type, og:url and og:image to the head.',
  source: 'https://ogp.me/',
  method: 'exact',
  examples: {
    passes: {
      html: '<head><meta property="og:title" content="Shoes"><meta property="og:type" content="website"><meta property="og:url" content="https://example.com/"><meta property="og:image" content="https://example.com/shoe.jpg"></head>',
    },
    fails: { html: '<head><meta property="og:title" content="Shoes"></head>' },
  },
  run(page) {
    const metas = headMetas(page).map((element) => ({
      element,
      property: (attribute(element, 'property') ?? attribute(element, 'name') ?? '').trim().toLowerCase(),
      content: (attribute(element, 'content') ?? '').trim(),
    }));
    const missing = REQUIRED.filter(
      (name) => !metas.some(({ property, content }) => property === name && content !== ''),
    );
    if (missing.length > 0)
      return fail(missing.length === REQUIRED.length ? 'absent' : 'incomplete', { value: { missing } });
    const relative = metas.filter(
      ({ property, content }) =>
        ADDRESSES.has(property) && !(/^https?:/i.test(content) && parsedUrl(content) !== null),
    );
    if (relative.length === 0) return pass();
    return fail('relative_url', { evidence: relative.map(({ element }) => element) });
  },
};
