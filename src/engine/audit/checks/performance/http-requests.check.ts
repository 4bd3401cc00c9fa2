import { counted } from '../../../../basics/quantities.js';
import { documentCheck, fail, pass } from '../../check.js';
import { listed } from '../../quoted.js';
import { isLazy, loadsOnPlay, resourcesOf } from '../../dom/resources.js';
import { type ResourceKind } from '../../surroundings.js';

/** Members of the value by kind of file, and nouns for them. */
const NOUNS = [
  ['scripts', 'script'],
  ['style_sheets', 'style sheet'],
  ['images', 'image'],
  ['fonts', 'font'],
  ['media', 'media file'],
  ['frames', 'frame'],
] as const;

type Counts = Readonly<Record<'requests' | (typeof NOUNS)[number][0], number>>;

export const httpRequests = documentCheck({
  id: 'http_requests',
  name: 'Number of requests',
  category: 'performance',
  importance: 'medium',
  what: 'The markup loads at most 50 files (`files`) without loading="lazy".',
  why: 'Each file takes a request, and many requests delay each other on slow connections.',
  fix: 'Combine small scripts and style sheets, remove those that this page does not use, and shorten long lists of images.',
  source: 'https://developer.chrome.com/docs/lighthouse/performance/resource-summary',
  method: 'approximate',
  value: {
    requests: 'integer',
    max_requests: 'integer',
    scripts: 'integer',
    style_sheets: 'integer',
    images: 'integer',
    fonts: 'integer',
    media: 'integer',
    frames: 'integer',
  },
  messages: {
    pass: ({ requests }) =>
      requests === 0 ? 'The markup loads no files.' : `The markup loads ${counted(requests, 'file')}.`,
    too_many: ({ max_requests, ...files }) =>
      `The markup loads ${filesText(files)}; it should load at most ${max_requests.toLocaleString('en')}.`,
  },
  examples: {
    passes: { html: '<img src="/a.png" alt="">' },
    fails: { html: Array.from({ length: 51 }, (_, n) => `<img src="/${String(n)}.png" alt="">`).join('') },
  },
  run(page) {
    const loaded = resourcesOf(page).filter(
      (resource) => !isLazy(resource.element) && !loadsOnPlay(resource),
    );
    const kinds = new Map(loaded.map(({ url, kind }) => [url, kind]));
    const all = [...kinds.values()];
    const count = (kind: ResourceKind) => all.filter((other) => other === kind).length;
    const value = {
      requests: all.length,
      max_requests: page.limits.files,
      scripts: count('script'),
      style_sheets: count('style'),
      images: count('image'),
      fonts: count('font'),
      media: count('media'),
      frames: count('frame'),
    };
    return value.requests <= value.max_requests ? pass(value) : fail('too_many', { value });
  },
});

/** `3 files (2 images and 1 script)` */
function filesText(counts: Counts): string {
  const kinds = NOUNS.filter(([name]) => counts[name] > 0).toSorted(([a], [b]) => counts[b] - counts[a]);
  const parts = kinds.map(([name, noun]) => counted(counts[name], noun));
  return `${counted(counts.requests, 'file')} (${listed(parts, NOUNS.length)})`;
}
