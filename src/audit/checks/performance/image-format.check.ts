import { fail, notApplicable, pass, type SurroundingsCheck } from '../../check.js';
import { textEvidence } from '../../dom/evidence.js';
import { headerValues } from '../../page.js';
import { type Answer } from '../../surroundings.js';

const MODERN = new Set(['image/avif', 'image/webp', 'image/svg+xml', 'image/jxl']);
const OLD = new Set(['image/jpeg', 'image/jpg', 'image/png', 'image/gif', 'image/bmp', 'image/tiff']);
/** Below this size, a modern format saves very little. */
const SMALL_BYTES = 4096;

export const imageFormat: SurroundingsCheck = {
  id: 'image_format',
  name: 'Image formats',
  category: 'performance',
  importance: 'low',
  what: 'Sampled images are SVG, or AVIF or WebP for browsers that accept them.',
  why: 'AVIF and WebP are a quarter to a half smaller than JPEG and PNG of the same quality.',
  fix: 'Convert the images shown, or use a CDN that negotiates the format by the Accept header.',
  source: 'https://web.dev/articles/choose-the-right-image-format',
  method: 'sampled',
  examples: {
    passes: { html: '<img src="/a">', answers: { resources: [typed('image/avif')] } },
    fails: { html: '<img src="/a">', answers: { resources: [typed('image/png')] } },
  },
  judge({ references: { resources }, answers }) {
    const images = new Map(
      resources.taken.filter(({ kind }) => kind === 'image').map(({ url, place }) => [url, place]),
    );
    const known = answers.resources.filter((answer) => images.has(answer.url) && isJudged(answer));
    if (known.length === 0) return notApplicable(images.size === 0 ? 'no_images' : 'not_asked');
    const old = known.filter((answer) => OLD.has(typeOf(answer)));
    const sample = { taken: known.length, of: Math.max(known.length, images.size) };
    const value = { images: known.length, old_format: old.length };
    if (old.length === 0) return { ...pass(value), sample };
    const evidence = old.map((answer) => images.get(answer.url) ?? textEvidence(answer.url));
    return { ...fail('old_format', { value, evidence }), sample };
  },
};

function isJudged(answer: Answer): boolean {
  const type = typeOf(answer);
  const length = Number(headerValues(answer, 'content-length')[0] ?? SMALL_BYTES);
  return answer.status === 200 && (MODERN.has(type) || (OLD.has(type) && length >= SMALL_BYTES));
}

function typeOf(answer: Answer): string {
  return (headerValues(answer, 'content-type')[0] ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

function typed(type: string): Answer {
  return { url: 'https://example.com/a', status: 200, error: null, headers: [['content-type', type]] };
}
