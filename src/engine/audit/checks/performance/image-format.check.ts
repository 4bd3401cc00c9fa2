import { counted } from '../../../../basics/quantities.js';
import { fail, notApplicable, pass, surroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { type SiteResponse } from '../../surroundings.js';

const MODERN = new Set(['image/avif', 'image/webp', 'image/svg+xml', 'image/jxl']);
const OLD = new Set(['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff']);
/** Below this size, a modern format saves very little. */
const SMALL_BYTES = 4096;

export const imageFormat = surroundingsCheck({
  id: 'image_format',
  name: 'Image formats',
  category: 'performance',
  importance: 'low',
  what: 'Sampled images are SVG, or AVIF or WebP for browsers that accept them.',
  why: 'AVIF and WebP are a quarter to a half smaller than JPEG and PNG of the same quality.',
  fix: 'Convert the images shown, or use a CDN that negotiates the format by the Accept header.',
  source: 'https://web.dev/articles/choose-the-right-image-format',
  method: 'sampled',
  value: { images: 'integer', old_format: 'integer' },
  messages: {
    pass: ({ images }) =>
      images === 1
        ? 'The sampled image has a modern format.'
        : `All ${counted(images, 'sampled image')} have a modern format.`,
    old_format: ({ images, old_format }) =>
      images === 1
        ? 'The sampled image has an old format, such as JPEG or PNG.'
        : `${old_format.toLocaleString('en')} of ${counted(images, 'sampled image')} ${old_format === 1 ? 'has' : 'have'} an old format, such as JPEG or PNG.`,
    no_images: 'There are no images among the files that were sampled.',
    not_asked: 'No image was loaded that is large enough for its format to matter.',
  },
  examples: {
    passes: { html: '<img src="/a">', responses: { resources: [typed('image/avif')] } },
    fails: { html: '<img src="/a">', responses: { resources: [typed('image/png')] } },
  },
  judge({ references: { resources }, responses }) {
    const images = new Map(
      resources.taken.filter(({ kind }) => kind === 'image').map(({ url, place }) => [url, place]),
    );
    const known = responses.resources.filter((response) => images.has(response.url) && isJudged(response));
    if (known.length === 0) return notApplicable(images.size === 0 ? 'no_images' : 'not_asked');
    const old = known.filter((response) => OLD.has(typeOf(response)));
    const sample = { taken: known.length, of: Math.max(known.length, images.size) };
    const value = { images: known.length, old_format: old.length };
    if (old.length === 0) return { ...pass(value), sample };
    const evidence = old.map((response) => images.get(response.url) ?? textEvidence(response.url));
    return { ...fail('old_format', { value, evidence }), sample };
  },
});

function isJudged(response: SiteResponse): boolean {
  const type = typeOf(response);
  const length = Number(headerValues(response, 'content-length')[0] ?? SMALL_BYTES);
  return response.status === 200 && (MODERN.has(type) || (OLD.has(type) && length >= SMALL_BYTES));
}

function typeOf(response: SiteResponse): string {
  return (headerValues(response, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function typed(type: string): SiteResponse {
  return { url: 'https://example.com/a', status: 200, error: null, headers: [['content-type', type]] };
}
